import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { CampaignView } from '#shared/schemas/campaigns/campaigns.ts';
import type { CampaignStats, LiveUpdate } from '#shared/schemas/live.ts';
import { CAMPAIGN_LIST, loadedRows, mapLoaded, type LoadedCampaigns } from './loaded-campaigns.ts';
import { OF_CREDITS } from './use-refresh-credits.ts';
import { trpc, type ApiUtils } from '../trpc.ts';

const LIST = getQueryKey(trpc.campaigns.list);
const BALANCE = getQueryKey(trpc.credits.balance);
/** Queries derived from campaigns: the server computes them, so they are refetched instead of patched. */
const DERIVED = [
  trpc.analytics,
  trpc.campaigns.group,
  trpc.campaigns.calendar,
  trpc.campaigns.status,
  trpc.campaigns.summary,
].map((procedure) => getQueryKey(procedure));
/** Those that count calls before they are settled, which is far more often. */
const REPORTED = [
  trpc.analytics.campaign,
  trpc.analytics.campaigns,
  trpc.analytics.details,
  trpc.campaigns.status,
].map((procedure) => getQueryKey(procedure));

/** Writes live updates into the query cache. */
export function createUpdateHandler(
  queryClient: QueryClient,
  utils: Pick<ApiUtils, 'campaigns' | 'credits'>,
) {
  const pending = new WeakSet<Query>();
  /** What the last update said, without calls that were not settled. */
  let settled: string | undefined;

  /** Invalidates the matching queries. A fetch in flight may predate the update, so it is awaited first. */
  const refetch = (queryKey: QueryKey, predicate: (query: Query) => boolean = () => true) => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate })) {
      if (pending.has(query)) continue;
      pending.add(query);
      void Promise.resolve(query.promise)
        .catch(() => undefined)
        .then(() => {
          pending.delete(query);
          return queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
        });
    }
  };

  return {
    /** Patches the loaded list and the balance, and refetches whatever cannot be patched. */
    apply({ campaigns, gone, credits }: LiveUpdate): void {
      if (credits !== undefined) {
        const before = utils.credits.balance.getData();
        utils.credits.balance.setData(undefined, credits);
        refetch(BALANCE, isFetching);
        if (JSON.stringify(before) !== JSON.stringify(credits))
          for (const queryKey of OF_CREDITS) refetch(queryKey, isNoBalance);
      }
      if (campaigns.length + gone.length === 0) return;
      const loaded = utils.campaigns.list.getInfiniteData(CAMPAIGN_LIST);
      utils.campaigns.list.setInfiniteData(
        CAMPAIGN_LIST,
        (old) => old && mapLoaded(old, (rows) => merge(rows, gone, campaigns)),
      );
      refetch(LIST, (query) => isFetching(query) || changesOrder(loaded, campaigns));
      const before = settled;
      settled = JSON.stringify([gone, campaigns.map((one) => [one.id, one.status, one.total, one.settled])]);
      for (const queryKey of settled === before ? REPORTED : DERIVED) refetch(queryKey);
    },
    /** Refetches every query that live updates keep current. */
    refetchAll(): void {
      for (const queryKey of [LIST, ...OF_CREDITS, ...DERIVED]) refetch(queryKey);
    },
  };
}

function isNoBalance({ queryKey }: Query): boolean {
  return String(queryKey[0]) !== String(BALANCE[0]);
}

function isFetching({ state }: Query): boolean {
  return state.fetchStatus !== 'idle';
}

/** Whether an updated campaign is missing from the loaded pages or has changed its position in them. */
function changesOrder(loaded: LoadedCampaigns | undefined, campaigns: readonly CampaignStats[]): boolean {
  const rows = loaded === undefined ? [] : loadedRows(loaded);
  const isComplete = (loaded?.pages.at(-1)?.next ?? null) === null;
  const last = isComplete ? undefined : rows.at(-1);
  return campaigns.some((campaign) => {
    const row = rows.find((candidate) => candidate.id === campaign.id);
    if (row === undefined) return last === undefined || !isBelow(campaign, last);
    return row.drop_date !== campaign.drop_date || rankOf(row) !== rankOf(campaign);
  });
}

type Placed = Pick<CampaignStats, 'status' | 'drop_date'>;

const RANKS: Readonly<Record<CampaignStatus, number>> = {
  Sending: 0,
  Paused: 1,
  Success: 2,
  Failed: 2,
  Scheduled: 3,
};

/** The place of a campaign in the order `recent`. */
function rankOf({ status }: Placed): number {
  return RANKS[status];
}

/** Whether a campaign is listed below a row; those to be sent are listed soonest first, all others latest first. */
function isBelow(campaign: Placed, row: Placed): boolean {
  const rank = rankOf(campaign);
  if (rank !== rankOf(row)) return rank > rankOf(row);
  return rank === RANKS.Scheduled ? campaign.drop_date > row.drop_date : campaign.drop_date < row.drop_date;
}

function merge(
  rows: readonly CampaignView[],
  gone: readonly string[],
  campaigns: readonly CampaignStats[],
): CampaignView[] {
  const updates = new Map(campaigns.map((stats) => [stats.id, stats]));
  return rows.filter(({ id }) => !gone.includes(id)).map((row) => ({ ...row, ...updates.get(row.id) }));
}
