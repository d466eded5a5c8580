import { ChartNoAxesColumn } from 'lucide-react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { paths } from '#client/app/routing/paths.ts';
import { DeleteAction, LifecycleAction, SendNow } from '#client/domain/actions/campaign-verbs.tsx';
import { ButtonLink } from '#client/ui/controls/button.tsx';
import { tooltip } from '#client/ui/overlays/tooltip.tsx';

/** Actions of a campaign row; the three main ones are always visible. */
export function CampaignActions({ campaign, onDelete }: { campaign: CampaignView; onDelete: () => void }) {
  return (
    <span className="inline-flex flex-wrap justify-end gap-1.5">
      <LifecycleAction campaign={campaign} />
      <SendNow campaign={campaign} />
      <ButtonLink
        href={paths.analyticsDetails(campaign.name)}
        aria-label="View analytics"
        variant="secondary"
        size="sm"
        icon={ChartNoAxesColumn}
        className="size-8 px-0 pointer-coarse:min-w-11"
        {...tooltip('View analytics', { named: true })}
      />
      <DeleteAction campaign={campaign} onDelete={onDelete} />
    </span>
  );
}
