import { useEffect } from 'react';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import { trpc } from '#client/app/trpc.ts';
import { takeSent } from '#client/domain/actions/sent-campaigns.ts';
import { toast } from '#client/ui/overlays/toast.tsx';
import { finishedText } from './dashboard-text.ts';

/** Shows a toast with the result and the new balance when a campaign sent from this tab finishes. */
export function useFinishedToasts(campaigns: readonly CampaignView[] | undefined): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    async function announce(campaign: CampaignView): Promise<void> {
      await utils.credits.balance.invalidate();
      // 0 if the credits cannot be loaded, as on every screen.
      const credits = await utils.credits.balance.fetch().catch(() => utils.credits.balance.getData());
      const text = finishedText(campaign, credits?.balance ?? 0);
      if (campaign.delivered > 0) toast.success(text);
      else toast.error(text, { onEveryPage: true });
    }
    for (const campaign of campaigns ?? []) {
      if (campaign.completed && takeSent(campaign.id)) void announce(campaign);
    }
  }, [campaigns, utils]);
}
