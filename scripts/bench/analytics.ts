import { formatNumber } from '#shared/formats.ts';
import type { Features } from '#server/app/features.ts';
import { createCallerFactory } from '#server/platform/trpc/trpc.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { contextOf } from '#server/testing/system/test-context.ts';
import { fillDatabase, LARGE, LARGEST, SMALL } from './data/filled-database.ts';
import { withFeatures } from './data/hark-features.ts';
import { withDatabase } from './data/systems.ts';
import type { Bench, Contender } from './harness/bench.ts';
import { measuredCalls } from './harness/sample.ts';

const CALLS = 1_000_000;
/** Requests of a portion, one after the other. */
const REQUESTS = 150;
/** A page of the details. */
const PAGE = { page: 1, page_size: 5 };
/** At most twice as long as one `findOne`, and at most ten times. */
const TWICE = { atLeast: 1 / 2 };
const TEN_TIMES = { atLeast: 1 / 10 };

/**
 * What dashboard and details read, through their procedures, against one `findOne` of a campaign by the driver (=1.00): for a
 * user with one call, and for one with a million of them in 100 campaigns, beside 1,000 other users. `--contacts=N` sets the
 * number of calls.
 */
export const benchAnalytics: Bench = ({ say, settings: { contacts: calls = CALLS }, compare }) =>
  withDatabase(({ connection }) =>
    withFeatures(connection, async (features) => {
      say(`${formatNumber(calls)} calls are stored`);
      const largest = await fillDatabase(connection, calls);
      const campaigns = connection.collection<{ _id: string }>('campaigns');
      const findOne = contender('findOne', () => campaigns.findOne({ _id: LARGEST }));
      const ofOne = dashboardOf(features, SMALL, '1 call');
      const ofAll = dashboardOf(features, LARGE, `${formatNumber(calls)} calls`);
      await compare('dashboard data, one call', [findOne, ...ofOne, ...ofAll]);
      await compare(`5 calls of ${formatNumber(largest)}`, [findOne, ...detailsOf(features, largest)]);
    }),
  );

function contender(name: string, request: () => Promise<unknown>): Contender {
  return { name, portion: () => measuredCalls({ callers: 1, total: REQUESTS }, request) };
}

/** The queries behind the totals, the weeks and the balance of the dashboard. */
function dashboardOf({ campaigns, analytics, credits }: Features, user: SignedInUser, calls: string) {
  const context = contextOf(user);
  const { summary } = createCallerFactory(campaigns.router)(context);
  const { aggregates } = createCallerFactory(analytics.router)(context);
  const { balance } = createCallerFactory(credits.router)(context);
  const queries = { summary, weeks: () => aggregates({ timeframe: '14d' }), balance };
  return Object.entries(queries).map(([name, query]) => ({
    ...contender(`${name}, ${calls}`, () => query()),
    goal: TWICE,
  }));
}

/** Pages of calls by each filter and order. */
function detailsOf({ analytics }: Features, largest: number): Contender[] {
  const { details } = createCallerFactory(analytics.router)(contextOf(LARGE));
  const inTheMiddle = { page: Math.ceil(largest / PAGE.page_size / 2) };
  const pages = {
    'first page': {},
    'a page in the middle': inTheMiddle,
    failed: { status: 'failed' },
    busy: { reason: '4006' },
    'failed, by date': { status: 'failed', sort: 'date', direction: 'desc' },
    'by name': { sort: 'name' },
    'by number, a page in the middle': { sort: 'number', ...inTheMiddle },
    'a name searched': { search: 'Zoë Å' },
    'a number searched': { search: '2000' },
  } as const;
  return Object.entries(pages).map(([name, query]) => ({
    ...contender(name, () => details({ campaign_name: LARGEST, ...PAGE, ...query })),
    goal: TEN_TIMES,
  }));
}
