import { BookUser, Copy, Replace } from 'lucide-react';
import type { ReactNode } from 'react';
import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { paths } from '#client/app/routing/paths.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { trpc } from '#client/app/trpc.ts';
import {
  ChangeTime,
  DeleteAction,
  LifecycleAction,
  SendNow,
} from '#client/domain/actions/campaign-verbs.tsx';
import { useDeleteCampaign } from '#client/domain/actions/use-delete-campaign.tsx';
import { CampaignPill } from '#client/domain/calls/campaign-pill.tsx';
import { useDialog } from '#client/kit/use-dialog.tsx';
import { Button, ButtonLink } from '#client/ui/controls/button.tsx';
import { Skeleton } from '#client/ui/display/states.tsx';

const SavePeopleDialog = lazyWithPreload(() => import('./save-people-dialog.tsx'));

/** The status of a campaign, by its name or id. */
export function CampaignStatusLine({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  return (
    <span className="mb-2 block h-6">
      {data !== undefined && <CampaignPill status={data.campaign.status} />}
    </span>
  );
}

interface CampaignVerbsProps {
  /** The campaign’s name or id. */
  campaign: string;
  /** Follows once the release of its credits was read. */
  onDeleted: () => void;
  /** What else can be done with it. */
  children: ReactNode;
}

/** What can be done with a campaign. */
export function CampaignVerbs({ campaign, onDeleted, children }: CampaignVerbsProps) {
  const { data, isPending } = trpc.campaigns.get.useQuery({ id: campaign });
  const { ask, question } = useDeleteCampaign(onDeleted);
  // As high as the buttons, so that what follows does not move.
  if (isPending) return <Skeleton className="h-22.5 w-72 sm:h-10" />;
  if (data === undefined) return null;
  const { status } = data.campaign;
  return (
    <>
      <LifecycleAction campaign={data.campaign} size="md" />
      <ChangeTime campaign={data.campaign} size="md" />
      {status !== 'Sending' && isActionAllowed('execute', status) && (
        <SendNow campaign={data.campaign} size="md" />
      )}
      <ButtonLink variant="secondary" icon={Copy} href={paths.campaignLike(campaign)}>
        Duplicate
      </ButtonLink>
      {isActionAllowed('replace', status) && (
        <ButtonLink variant="secondary" icon={Replace} href={paths.campaignReplacing(data.campaign.id)}>
          Replace
        </ButtonLink>
      )}
      <DeleteAction
        campaign={data.campaign}
        size="md"
        onDelete={() => {
          ask(data.campaign);
        }}
      />
      {children}
      {question}
    </>
  );
}

/** Saves the people of a campaign as a list. */
export function SavePeople({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  const { dialog, ask } = useDialog({ save: SavePeopleDialog });
  if (data === undefined) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={BookUser}
        onClick={() => {
          ask('save', { campaign: data.campaign });
        }}
      >
        Save People as List
      </Button>
      {dialog}
    </>
  );
}
