import type { Bench } from './bench.ts';
import { withBenchDatabase } from './data/database.ts';
import { benchBookkeeping } from './drops/bookkeeping.ts';
import { benchGrowth } from './drops/growth.ts';
import { benchOverHttp } from './drops/over-http.ts';

const BOOKKEEPING_DROPS = 100_000;
const HTTP_DROPS = 10_000;
const LARGE_CAMPAIGN = 1_000_000;

/**
 * Benches of the drop engine: bookkeeping, a campaign over HTTP, and a worker's memory growth. `--contacts=N`
 * limits the size of each.
 */
export const benchDrops: Bench = async (say, { contacts = Infinity, rounds, limit }) => {
  const options = { say, rounds, limit };
  const bookkeeping = await withBenchDatabase('drops', (database) =>
    benchBookkeeping(database, Math.min(contacts, BOOKKEEPING_DROPS), options),
  );
  const overHttp = await benchOverHttp(Math.min(contacts, HTTP_DROPS), options);
  const growth = await withBenchDatabase('growth', (database) =>
    benchGrowth(database, Math.min(contacts, LARGE_CAMPAIGN), say),
  );
  return [...bookkeeping, ...overHttp, ...growth];
};
