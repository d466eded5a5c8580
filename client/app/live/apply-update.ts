import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { AnalyticsRow } from '#shared/schemas/analytics.ts';
import type { CampaignFigures, LiveUpdate } from '#shared/schemas/live.ts';
import { trpc } from '../trpc.ts';
import type { ApiUtils } from '../use-live.ts';

const LIST = getQueryKey(trpc.campaigns.list);
const ROWS = getQueryKey(trpc.analytics.campaigns);
const BALANCE = getQueryKey(trpc.credits.balance);
/** What follows from campaigns, and is asked for again: it is counted elsewhere. */
const FOLLOWING = [
  trpc.analytics.aggregates,
  trpc.analytics.campaign,
  trpc.analytics.details,
  trpc.campaigns.status,
].map((procedure) => getQueryKey(procedure));

/** Brings updates into what was read of campaigns and credits. */
export function createUpdater(
  queryClient: QueryClient,
  utils: Pick<ApiUtils, 'campaigns' | 'analytics' | 'credits'>,
) {
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
    /** Figures go straight into lists; only what they cannot tell is asked for again. */
    apply({ campaigns, gone, credits }: LiveUpdate): void {
      if (credits !== undefined) {
        utils.credits.balance.setData(undefined, credits);
        readAgain(BALANCE, isUnderWay);
      }
      if (campaigns.length + gone.length === 0) return;
      const list = utils.campaigns.list.getData()?.campaigns;
      const rows = utils.analytics.campaigns.getData();
      utils.campaigns.list.setData(
        undefined,
        (old) =>
          old && {
            ...old,
            campaigns: merge(old.campaigns, gone, campaigns, (view, news) => ({ ...view, ...news })),
          },
      );
      utils.analytics.campaigns.setData(undefined, (old) => old && merge(old, gone, campaigns, withFigures));
      readAgain(LIST, (query) => isUnderWay(query) || lacks(list, campaigns));
      readAgain(ROWS, (query) => isUnderWay(query) || lacks(rows, campaigns));
      for (const queryKey of FOLLOWING) readAgain(queryKey);
    },
    /** Asks for everything again that is kept up to date here. */
    readAll(): void {
      for (const queryKey of [LIST, ROWS, BALANCE, ...FOLLOWING]) readAgain(queryKey);
    },
  };
}

function isUnderWay({ state }: Query): boolean {
  return state.fetchStatus !== 'idle';
}

/** Whether some campaign is new to a list, or stands at another place of it now. */
function lacks(
  list: readonly { id: string; drop_date: string }[] | undefined,
  campaigns: readonly CampaignFigures[],
): boolean {
  return campaigns.some(({ id, drop_date }) => list?.find((row) => row.id === id)?.drop_date !== drop_date);
}

function merge<Row extends { id: string }>(
  rows: readonly Row[],
  gone: readonly string[],
  campaigns: readonly CampaignFigures[],
  bring: (row: Row, figures: CampaignFigures) => Row,
): Row[] {
  const news = new Map(campaigns.map((figures) => [figures.id, figures]));
  return rows
    .filter(({ id }) => !gone.includes(id))
    .map((row) => {
      const figures = news.get(row.id);
      return figures === undefined ? row : bring(row, figures);
    });
}

function withFigures(row: AnalyticsRow, figures: CampaignFigures): AnalyticsRow {
  return {
    ...row,
    campaign_name: figures.campaign_name,
    drop_date: figures.drop_date,
    dropcowboy_success_calls: figures.delivered,
    dropcowboy_failed_calls: figures.failed,
    dropcowboy_pending_calls: figures.pending,
    dropcowboy_total_calls: figures.total,
    campaign_status: figures.status,
  };
}
