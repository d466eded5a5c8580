import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { CampaignView } from '#shared/schemas/campaigns.ts';
import type { CampaignStats, LiveUpdate } from '#shared/schemas/live.ts';
import { CAMPAIGN_LIST, loadedRows, mapLoaded, type LoadedCampaigns } from './loaded-campaigns.ts';
import { trpc } from '../trpc.ts';
import type { ApiUtils } from './use-live.ts';

const LIST = getQueryKey(trpc.campaigns.list);
const BALANCE = getQueryKey(trpc.credits.balance);
/** What follows from campaigns, and is asked for again: it is counted elsewhere. */
const FOLLOWING = [
  trpc.analytics.aggregates,
  trpc.analytics.campaign,
  trpc.analytics.details,
  trpc.campaigns.status,
  trpc.campaigns.summary,
].map((procedure) => getQueryKey(procedure));

/** Brings updates into what was read of campaigns and credits. */
export function createUpdater(queryClient: QueryClient, utils: Pick<ApiUtils, 'campaigns' | 'credits'>) {
  const waiting = new WeakSet<Query>();

  /** Asks again. An answer under way may be older than the news, so that it is awaited and then asked for once more. */
  const readAgain = (queryKey: QueryKey, which: (query: Query) => boolean = () => true) => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey, predicate: which })) {
      if (waiting.has(query)) continue;
      waiting.add(query);
      void Promise.resolve(query.promise)
        .catch(() => undefined)
        .then(() => {
          waiting.delete(query);
          return queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true });
        });
    }
  };

  return {
    /** Figures go straight into the loaded list; only what they cannot tell is asked for again. */
    apply({ campaigns, gone, credits }: LiveUpdate): void {
      if (credits !== undefined) {
        utils.credits.balance.setData(undefined, credits);
        readAgain(BALANCE, isUnderWay);
      }
      if (campaigns.length + gone.length === 0) return;
      const loaded = utils.campaigns.list.getInfiniteData(CAMPAIGN_LIST);
      utils.campaigns.list.setInfiniteData(
        CAMPAIGN_LIST,
        (old) => old && mapLoaded(old, (rows) => merge(rows, gone, campaigns)),
      );
      readAgain(LIST, (query) => isUnderWay(query) || isMisplaced(loaded, campaigns));
      for (const queryKey of FOLLOWING) readAgain(queryKey);
    },
    /** Asks for everything again that is kept up to date here. */
    readAll(): void {
      for (const queryKey of [LIST, BALANCE, ...FOLLOWING]) readAgain(queryKey);
    },
  };
}

function isUnderWay({ state }: Query): boolean {
  return state.fetchStatus !== 'idle';
}

/** Whether some campaign belongs into what is loaded of the list and is not there, or stands at another place now. */
function isMisplaced(loaded: LoadedCampaigns | undefined, campaigns: readonly CampaignStats[]): boolean {
  const rows = loaded === undefined ? [] : loadedRows(loaded);
  const isWhole = (loaded?.pages.at(-1)?.next ?? null) === null;
  const lastDrop = isWhole ? '' : (rows.at(-1)?.drop_date ?? '');
  return campaigns.some(({ id, drop_date }) => {
    const row = rows.find((one) => one.id === id);
    return row === undefined ? drop_date >= lastDrop : row.drop_date !== drop_date;
  });
}

function merge(
  rows: readonly CampaignView[],
  gone: readonly string[],
  campaigns: readonly CampaignStats[],
): CampaignView[] {
  const news = new Map(campaigns.map((figures) => [figures.id, figures]));
  return rows.filter(({ id }) => !gone.includes(id)).map((row) => ({ ...row, ...news.get(row.id) }));
}
