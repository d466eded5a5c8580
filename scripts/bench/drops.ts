import type { Bench } from './bench.ts';
import { withBenchDatabase } from './database.ts';
import { benchBookkeeping } from './drops/bookkeeping.ts';
import { benchOverHttp } from './drops/over-http.ts';

const BOOKKEEPING_DROPS = 100_000;
const HTTP_DROPS = 10_000;

/** The drop engine: its bookkeeping, and its way through HTTP. `--contacts=N` is the most that any part of it takes. */
export const benchDrops: Bench = async (say, { contacts = Infinity }) => {
  say('drops: bookkeeping');
  const bookkeeping = await withBenchDatabase('drops', (database) =>
    benchBookkeeping(database, Math.min(contacts, BOOKKEEPING_DROPS)),
  );
  say('drops: over HTTP');
  return [...bookkeeping, ...(await benchOverHttp(Math.min(contacts, HTTP_DROPS)))];
};
