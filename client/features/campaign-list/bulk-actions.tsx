import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';
import { CAMPAIGNS_FILE, campaignsCsvPath } from '#shared/paths.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { DownloadCsv } from '#client/app/download-csv.tsx';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { useRefreshCampaigns } from '#client/app/live/use-campaigns.ts';
import { errorText, trpc } from '#client/app/trpc.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';
import { endedText, type Ended } from './bulk-text.ts';

const DeleteChosen = lazyWithPreload(() => import('./delete-chosen.tsx'));

interface BulkActionsProps {
  chosen: readonly CampaignView[];
  /** Follows every attempt. */
  onDone: () => void;
}

/** What can be done with several campaigns at once; each says of how many of them. */
export function BulkActions({ chosen, onDone }: BulkActionsProps) {
  const { client } = trpc.useUtils();
  const [isAsked, setAsked] = useState(false);
  const paused = chosen.filter(({ status }) => isActionAllowed('pause', status));
  const deleted = chosen.filter(({ status }) => isActionAllowed('delete', status));
  const pause = useEach(({ id }) => client.campaigns.pause.mutate({ id }), 'paused', onDone);
  const remove = useEach(
    ({ id }) => client.campaigns.delete.mutate({ id }),
    'deleted',
    () => {
      setAsked(false);
      onDone();
    },
  );
  return (
    <div role="group" aria-label="Chosen campaigns" className="flex min-h-11 flex-wrap items-center gap-2">
      <span role="status" className="mr-2 font-medium">
        {formatNumber(chosen.length)} chosen
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={pause.isPending}
        disabled={paused.length === 0}
        onClick={() => {
          pause.mutate(paused);
        }}
      >
        Pause {formatNumber(paused.length)}
      </Button>
      <Button
        variant="secondary"
        size="sm"
        disabled={deleted.length === 0}
        onClick={() => {
          setAsked(true);
        }}
      >
        Delete {formatNumber(deleted.length)}
      </Button>
      <DownloadCsv
        size="sm"
        label={`Export ${formatNumber(chosen.length)}`}
        path={campaignsCsvPath(new URLSearchParams({ ids: chosen.map(({ id }) => id).join(',') }).toString())}
        name={CAMPAIGNS_FILE}
        what="chosen campaigns"
      />
      <Button variant="ghost" size="sm" onClick={onDone}>
        Clear
      </Button>
      <Suspense>
        {isAsked && (
          <DeleteChosen
            chosen={deleted}
            mutation={remove}
            onClose={() => {
              setAsked(false);
            }}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Does something with each of several campaigns, and says with how many it worked. */
function useEach(action: (campaign: CampaignView) => Promise<unknown>, done: string, onDone: () => void) {
  const refresh = useRefreshCampaigns();
  return useMutation({
    mutationFn: async (campaigns: readonly CampaignView[]): Promise<Ended> => {
      const results = await Promise.allSettled(campaigns.map(action));
      const failures = results.flatMap((result) =>
        result.status === 'rejected' ? [errorText(result.reason, 'Please try again.')] : [],
      );
      return { done, count: campaigns.length, failures };
    },
    onSuccess: (ended) => {
      if (ended.failures.length === 0) toast.success(endedText(ended));
      else toast.error(endedText(ended));
      onDone();
      return refresh();
    },
  });
}
