import { useMemo } from 'react';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignSummary } from '#shared/schemas/campaigns/campaigns.ts';
import { CAMPAIGN_LIST, loadedRows } from './loaded-campaigns.ts';
import { refetchInterval } from './refetch-interval.ts';
import { trpc } from '#client/app/trpc.ts';
import { useLive } from './use-live.ts';
import { useRefreshCredits } from './use-refresh-credits.ts';
import { useOnChange } from '#client/app/use-on-change.ts';

/** Returns a function that refetches every query affected by a change of a campaign; lists say how many use them. */
export function useRefreshCampaigns(): () => Promise<unknown> {
  const { campaigns, analytics, contactLists } = trpc.useUtils();
  const refreshCredits = useRefreshCredits();
  return () =>
    Promise.all([
      campaigns.invalidate(),
      analytics.invalidate(),
      contactLists.invalidate(),
      refreshCredits(),
    ]);
}

/**
 * Returns the loaded campaigns, what is sending first, and the summary of all. Live progress keeps them current; without it they
 * are polled while a campaign can change, and each change refetches credits and charts.
 */
export function useCampaigns() {
  const { analytics } = trpc.useUtils();
  const refreshCredits = useRefreshCredits();
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
    void refreshCredits();
    void analytics.aggregates.invalidate();
  });
  return {
    campaigns,
    /** `undefined` while loading or after an error. */
    summary: summary.data,
    /** The infinite query of the list, for `useListPages`. */
    query,
    isPending: query.isPending || summary.isPending,
    retry: () => void Promise.all([query.refetch(), summary.refetch()]),
  };
}

/** Returns a campaign that can change without a user action: one that is sending, or the next scheduled one. */
function activeCampaigns(
  summary: CampaignSummary | undefined,
): { status: CampaignStatus; dropDate: string }[] {
  if (summary === undefined) return [];
  const { by_status, next_drop_date: next } = summary;
  if (by_status.Sending > 0) return [{ status: 'Sending', dropDate: '' }];
  return next === null ? [] : [{ status: 'Scheduled', dropDate: next }];
}
