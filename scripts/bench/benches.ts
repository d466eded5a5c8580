import { benchAnalytics } from './analytics.ts';
import { benchAudit } from './audit.ts';
import type { Bench } from './bench.ts';
import { benchClient } from './client.ts';
import { benchCrash } from './crash.ts';
import { benchCreate } from './create.ts';
import { benchCsv } from './csv.ts';
import { benchDrops } from './drops.ts';
import { benchHttp } from './http.ts';
import { benchIdle } from './idle.ts';
import { benchJobs } from './jobs.ts';
import { benchLedger } from './ledger.ts';
import { benchList } from './list.ts';
import { benchLoad } from './load.ts';
import { benchMillion } from './million.ts';
import { benchProcesses } from './processes.ts';
import type { BenchSettings } from './settings.ts';

/** A bench as `npm run bench -- all` runs it. */
interface Short {
  settings: BenchSettings;
  /** About how many minutes it takes on a quiet machine; it is left out if fewer are left. */
  minutes: number;
}

export interface NamedBench {
  name: string;
  run: Bench;
  /** Absent if `all` leaves it out. */
  short?: Short;
}

/** All benches. `all` runs those with a goal for speed, shortened so that they fit in a quarter of an hour. */
export const BENCHES: readonly NamedBench[] = [
  { name: 'ledger', run: benchLedger, short: { settings: { rounds: 5, limit: 30 }, minutes: 1.5 } },
  { name: 'audit', run: benchAudit, short: { settings: { contacts: 20_000, rounds: 5 }, minutes: 0.5 } },
  {
    name: 'create',
    run: benchCreate,
    short: { settings: { contacts: 50_000, rounds: 5, limit: 40 }, minutes: 1 },
  },
  {
    name: 'drops',
    run: benchDrops,
    short: { settings: { contacts: 20_000, rounds: 5, limit: 60 }, minutes: 3 },
  },
  { name: 'csv', run: benchCsv, short: { settings: { contacts: 300_000, limit: 20 }, minutes: 1 } },
  {
    name: 'analytics',
    run: benchAnalytics,
    short: { settings: { contacts: 100_000, limit: 30 }, minutes: 1.5 },
  },
  {
    name: 'http',
    run: benchHttp,
    short: { settings: { contacts: 1_000, seconds: 10, limit: 40 }, minutes: 1 },
  },
  { name: 'jobs', run: benchJobs, short: { settings: { contacts: 20 }, minutes: 2 } },
  { name: 'client', run: benchClient, short: { settings: { rounds: 3 }, minutes: 3 } },
  { name: 'list', run: benchList, short: { settings: { contacts: 100_000 }, minutes: 0.5 } },
  { name: 'load', run: benchLoad },
  { name: 'idle', run: benchIdle },
  { name: 'processes', run: benchProcesses },
  { name: 'million', run: benchMillion },
  { name: 'crash', run: benchCrash },
];
