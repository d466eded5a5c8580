import type { Connection } from 'mongoose';
import { formatNumber } from '#shared/formats.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import type { Features } from '#server/app/features.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import { compare, type Bench, type BenchResult, type CompareOptions, type Contender } from './bench.ts';
import { composeBenchFeatures } from './data/bench-features.ts';
import { withBenchDatabase } from './data/database.ts';
import { fillDatabase, LARGEST, type FilledDatabase } from './data/filled-database.ts';
import { measuredCalls } from './measure/sample.ts';

const CALLS = 1_000_000;
/** Requests of a portion, one after the other. */
const REQUESTS = 150;
/** What the dashboard shows first. */
const LIST = { limit: 50, sort: 'running' } as const;
const WEEKS = { timeframe: '14d' } as const;
/** A page of the details. */
const PAGE = { page: 1, page_size: 5 };
/** A page in the middle of the largest campaign. */
const MIDDLE = 2;

/** At most twice as long as one `findOne`, and at most ten times. */
const TWICE = { atLeast: 1 / 2 };
const TEN_TIMES = { atLeast: 1 / 10 };

/**
 * What dashboard and details read, through their procedures, against one `findOne` of a campaign by the driver (=1.00): for a
 * user with one call, and for one with a million of them in 100 campaigns, beside 1,000 other users. `--contacts=N` sets the
 * number of calls.
 */
export const benchAnalytics: Bench = (say, { contacts = CALLS, rounds, limit }) =>
  withBenchDatabase('analytics', async ({ connection }) => {
    const features = composeBenchFeatures(connection);
    const { credits, drops, keys, stores, suppressions } = features;
    await createIndexes(credits, stores, keys, suppressions, drops);
    const filled = await fillDatabase(features, connection, { calls: contacts, say });
    const options = { say, rounds, limit };
    const contenders = [
      findOne(connection),
      ...dashboardOf(features, filled.small, '1 call'),
      ...dashboardOf(features, filled.large, `${formatNumber(contacts)} calls`),
    ];
    const dashboard = await compare('dashboard data, one call', contenders, options);
    const details = await compareDetails({ features, connection, filled }, options);
    await credits.close();
    return [...dashboard, ...details];
  });

/** The baseline. */
function findOne(connection: Connection): Contender {
  const campaigns = connection.collection<{ _id: string }>('campaigns');
  return { name: 'findOne', portion: perSecond(() => campaigns.findOne({ _id: LARGEST })) };
}

function perSecond(request: () => Promise<unknown>): Contender['portion'] {
  return () => measuredCalls({ callers: 1, total: REQUESTS }, request);
}

/** The queries of the dashboard one by one, and all of them at once as a browser sends them. */
function dashboardOf(features: Features, user: SignedInUser, calls: string): Contender[] {
  const context = contextOf(user);
  const campaigns = createCallerFactory(features.campaigns.router)(context);
  const analytics = createCallerFactory(features.analytics.router)(context);
  const credits = createCallerFactory(features.credits.router)(context);
  const queries = {
    summary: () => campaigns.summary(),
    weeks: () => analytics.aggregates(WEEKS),
    balance: () => credits.balance(),
    list: () => campaigns.list(LIST),
  };
  const all = () => Promise.all(Object.values(queries).map((query) => query()));
  return [
    { name: `summary, ${calls}`, goal: TWICE, portion: perSecond(queries.summary) },
    { name: `weeks, ${calls}`, goal: TWICE, portion: perSecond(queries.weeks) },
    { name: `balance, ${calls}`, goal: TWICE, portion: perSecond(queries.balance) },
    { name: `50 campaigns, ${calls}`, portion: perSecond(queries.list) },
    { name: `all four, ${calls}`, portion: perSecond(all) },
  ];
}

/** Pages of calls by each filter and order. */
async function compareDetails(
  {
    features,
    connection,
    filled: { large, largest },
  }: { features: Features; connection: Connection; filled: FilledDatabase },
  options: CompareOptions,
): Promise<BenchResult[]> {
  const { details } = createCallerFactory(features.analytics.router)(contextOf(large));
  const pages = {
    'first page': {},
    'a page in the middle': { page: Math.ceil(largest / PAGE.page_size / MIDDLE) },
    failed: { status: 'failed' },
    busy: { reason: '4006' },
    'failed, by date': { status: 'failed', sort: 'date', direction: 'desc' },
    'by name': { sort: 'name' },
    'by number, a page in the middle': {
      sort: 'number',
      page: Math.ceil(largest / PAGE.page_size / MIDDLE),
    },
    'a name searched': { search: 'Zoë Å' },
    'a number searched': { search: '2000' },
  } as const;
  const contenders = Object.entries(pages).map(([name, query]): Contender => {
    const input = { campaign_name: LARGEST, ...PAGE, ...query };
    return { name, goal: TEN_TIMES, portion: perSecond(() => details(input)) };
  });
  return compare(`5 calls of ${formatNumber(largest)}`, [findOne(connection), ...contenders], options);
}
