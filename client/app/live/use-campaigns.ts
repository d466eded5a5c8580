import { useMemo } from 'react';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns.ts';
import { CAMPAIGN_LIST, loadedRows } from './loaded-campaigns.ts';
import { refetchInterval } from './refetch-interval.ts';
import { trpc } from '#client/app/trpc.ts';
import { useLive } from './use-live.ts';
import { useOnChange } from '#client/app/use-on-change.ts';

/** Reads again everything that a change of a campaign may have changed. */
export function useRefreshCampaigns(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.campaigns.list.invalidate(),
      utils.campaigns.summary.invalidate(),
      utils.credits.balance.invalidate(),
      utils.analytics.invalidate(),
    ]);
  };
}

/**
 * The latest of the user's campaigns, as many as are loaded, and the summary of all; kept up to date by live progress.
 * While that is not here they are read again for as long as something in them moves, and credits and charts follow them.
 */
export function useCampaigns() {
  const utils = trpc.useUtils();
  const live = useLive();
  const summary = trpc.campaigns.summary.useQuery(undefined, {
    refetchInterval: ({ state }) => !live && refetchInterval(activeCampaigns(state.data), Date.now()),
  });
  const query = trpc.campaigns.list.useInfiniteQuery(CAMPAIGN_LIST, {
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      !live &&
      refetchInterval(
        (state.data?.pages ?? []).flatMap(({ campaigns }) =>
          campaigns.map(({ status, drop_date }) => ({ status, dropDate: drop_date })),
        ),
        Date.now(),
      ),
  });
  const { data } = query;
  const campaigns = useMemo(() => data && loadedRows(data), [data]);
  const progress = campaigns
    ?.map(({ id, status, delivered, failed }) => `${id} ${status} ${String(delivered + failed)}`)
    .join();
  useOnChange(progress, () => {
    if (live) return;
    void utils.credits.balance.invalidate();
    void utils.analytics.aggregates.invalidate();
  });
  return {
    campaigns,
    /** `undefined` while it loads, and when it cannot be loaded. */
    summary: summary.data,
    /** The list as it is loaded in parts, for `useListPages`. */
    query,
    isPending: query.isPending || summary.isPending,
    retry: () => void Promise.all([query.refetch(), summary.refetch()]),
  };
}

/** What may change by itself: a campaign that is sent, and the next one that begins. */
function activeCampaigns(
  summary: CampaignSummary | undefined,
): { status: CampaignStatus; dropDate: string }[] {
  if (summary === undefined) return [];
  const { by_status, next_drop_date: next } = summary;
  if (by_status.Sending > 0) return [{ status: 'Sending', dropDate: '' }];
  return next === null ? [] : [{ status: 'Scheduled', dropDate: next }];
}
