import { Copy, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isActionAllowed, refusalText } from '#shared/campaign-lifecycle.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { lazyWithPreload } from '#client/app/loading/lazy-with-preload.ts';
import { paths } from '#client/app/routing/paths.ts';
import { trpc } from '#client/app/trpc.ts';
import { LifecycleAction, SendNow } from '#client/domain/actions/campaign-verbs.tsx';
import { CampaignPill } from '#client/domain/calls/campaign-pill.tsx';
import { ButtonLink, IconButton } from '#client/ui/controls/button.tsx';

const DeleteCampaign = lazyWithPreload(() => import('#client/domain/actions/delete-campaign.tsx'));

/** The status of a campaign, by its name or id. */
export function CampaignStatusLine({ campaign }: { campaign: string }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  return (
    <span className="mb-2 block h-6">
      {data !== undefined && <CampaignPill status={data.campaign.status} />}
    </span>
  );
}

/** What can be done with a campaign, by its name or id. `onDeleted` follows once its release of credits was read. */
export function CampaignVerbs({ campaign, onDeleted }: { campaign: string; onDeleted: () => void }) {
  const { data } = trpc.campaigns.get.useQuery({ id: campaign });
  // Undefined until the first press; after that the dialog stays mounted.
  const [deleting, setDeleting] = useState<CampaignView | null>();
  if (data === undefined) return null;
  const { status } = data.campaign;
  const deletable = isActionAllowed('delete', status);
  return (
    <>
      <LifecycleAction campaign={data.campaign} size="md" />
      {isActionAllowed('execute', status) && <SendNow campaign={data.campaign} size="md" />}
      <ButtonLink variant="secondary" icon={Copy} href={paths.campaignLike(campaign)}>
        Duplicate
      </ButtonLink>
      <IconButton
        label="Delete"
        size="md"
        icon={Trash2}
        disabled={!deletable}
        hint={deletable ? undefined : refusalText('delete', status)}
        onClick={() => {
          setDeleting(data.campaign);
        }}
      />
      <Suspense>
        {deleting !== undefined && (
          <DeleteCampaign
            campaign={deleting}
            onClose={() => {
              setDeleting(null);
            }}
            onDone={onDeleted}
          />
        )}
      </Suspense>
    </>
  );
}
