import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '#client/app/trpc.ts';
import { MessagePlayer } from '#client/domain/message/message-player.tsx';
import { MessagePreview } from '#client/domain/message/message-preview.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '#client/ui/display/card.tsx';
import { LoadError, Skeleton } from '#client/ui/display/states.tsx';

/**
 * What a campaign says: to each of its contacts, to read and to hear, or with its placeholders once they are erased.
 * `reference` is its name or id.
 */
export function CampaignMessage({
  reference,
  total,
  isErased,
}: {
  reference: string;
  total: number;
  isErased: boolean;
}) {
  return isErased || total === 0 ? (
    <MessageText reference={reference} />
  ) : (
    <MessageByContact reference={reference} total={total} />
  );
}

function MessageText({ reference }: { reference: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: reference });
  return (
    <Card aria-label="Message">
      <CardHeader>
        <CardTitle>Message</CardTitle>
      </CardHeader>
      <CardBody className="pt-3">
        <div className="text-md leading-6.5 whitespace-pre-wrap wrap-anywhere">
          {data?.campaign.message ?? <Skeleton className="h-20" />}
        </div>
      </CardBody>
    </Card>
  );
}

function MessageByContact({ reference, total }: { reference: string; total: number }) {
  const [index, setIndex] = useState(0);
  const [recorded, setRecorded] = useState<number>();
  const details = trpc.campaigns.get.useQuery({ id: reference });
  const campaign = details.data?.campaign;
  // The previous contact stays until the next one is loaded, so that the message does not flicker.
  const contacts = trpc.campaigns.contacts.useQuery(
    { id: reference, page: index + 1, page_size: 1 },
    { placeholderData: keepPreviousData },
  );
  const begin = trpc.previews.beginOfCampaign.useMutation();
  const contact = contacts.data?.contacts[0] ?? null;
  const show = (wanted: number) => {
    setIndex((wanted + total) % total);
  };
  const failed = [details, contacts].filter(({ isError }) => isError);
  if (failed.length > 0) {
    return (
      <Card>
        <LoadError
          text="The message could not be loaded."
          className="p-5"
          busy={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => {
            for (const query of failed) void query.refetch();
          }}
        />
      </Card>
    );
  }
  return (
    <Card>
      <MessagePreview
        message={campaign?.message ?? ''}
        contacts={total}
        shown={{ index, contact: campaign === undefined ? null : contact, show }}
        recorded={recorded}
      />
      <MessagePlayer
        key={index}
        voice={campaign?.voice_title ?? ''}
        disabled={campaign === undefined || contact === null || contacts.isPlaceholderData}
        onHeard={setRecorded}
        begin={async () =>
          (await begin.mutateAsync({ id: campaign?.id ?? reference, contact: index + 1 })).preview
        }
      />
    </Card>
  );
}
