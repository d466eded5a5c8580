import type { Bench } from './bench.ts';
import { withBenchDatabase } from './database.ts';
import { benchBookkeeping } from './drops/bookkeeping.ts';
import { benchGrowth } from './drops/growth.ts';
import { benchOverHttp } from './drops/over-http.ts';

const BOOKKEEPING_DROPS = 100_000;
const HTTP_DROPS = 10_000;
const LARGE_CAMPAIGN = 1_000_000;

/**
 * The drop engine: its bookkeeping, its way through HTTP, and how a worker grows with a campaign. `--contacts=N` is the
 * most that any part of it takes, for machines with other things to do.
 */
export const benchDrops: Bench = async (say, { contacts = Infinity }) => {
  say('drops: bookkeeping');
  const bookkeeping = await withBenchDatabase('drops', (database) =>
    benchBookkeeping(database, Math.min(contacts, BOOKKEEPING_DROPS)),
  );
  say('drops: over HTTP');
  const overHttp = await benchOverHttp(Math.min(contacts, HTTP_DROPS));
  say('drops: the growth of a worker');
  const growth = await withBenchDatabase('growth', (database) =>
    benchGrowth(database, Math.min(contacts, LARGE_CAMPAIGN), say),
  );
  return [...bookkeeping, ...overHttp, ...growth];
};
