import type { CampaignView } from '#shared/schemas/campaigns.ts';
import { refetchPace } from '#client/app/refetch-pace.ts';
import { trpc } from '#client/app/trpc.ts';
import { useLive } from '#client/app/use-live.ts';
import { useOnChange } from '#client/app/use-on-change.ts';

/** Reads again everything that a change of a campaign may have changed. */
export function useRefreshCampaigns(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.campaigns.list.invalidate(),
      utils.credits.balance.invalidate(),
      utils.analytics.invalidate(),
    ]);
  };
}

/**
 * The user's campaigns, kept up to date by live progress. While that is not here they are read again for as long as
 * something in them moves, and credits and charts follow them.
 */
export function useCampaigns() {
  const utils = trpc.useUtils();
  const live = useLive();
  const query = trpc.campaigns.list.useQuery(undefined, {
    refetchInterval: ({ state }) =>
      !live && refetchPace((state.data?.campaigns ?? []).map(toPace), Date.now()),
  });
  const campaigns = query.data?.campaigns;
  const progress = campaigns
    ?.map(({ id, status, delivered, failed }) => `${id} ${status} ${String(delivered + failed)}`)
    .join();
  useOnChange(progress, () => {
    if (live) return;
    void utils.credits.balance.invalidate();
    void utils.analytics.aggregates.invalidate();
  });
  return { ...query, campaigns };
}

function toPace({ status, drop_date }: CampaignView): { status: CampaignView['status']; dropDate: string } {
  return { status, dropDate: drop_date };
}
