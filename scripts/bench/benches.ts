import { benchAnalytics } from './analytics.ts';
import { benchAudit } from './audit.ts';
import { benchClient } from './client.ts';
import { benchCreate } from './create.ts';
import { benchCsv } from './csv.ts';
import { benchDrops, benchMillion } from './drops.ts';
import type { Bench, BenchSettings } from './harness/bench.ts';
import { benchHttp } from './http.ts';
import { benchIdle } from './idle.ts';
import { benchJobs } from './jobs.ts';
import { benchLedger } from './ledger.ts';
import { benchList } from './list.ts';
import { benchLoad } from './load.ts';

export interface NamedBench {
  name: string;
  run: Bench;
  /** The settings of `npm run bench -- all`; absent if it leaves the bench out. */
  short?: BenchSettings;
  /** About how many minutes that takes on a quiet machine; the bench is left out if fewer are left. */
  minutes?: number;
}

/** All benches. `all` runs those with a goal for speed, shortened so that they fit in ten minutes. */
export const BENCHES: readonly NamedBench[] = [
  { name: 'ledger', run: benchLedger, short: { rounds: 5, limit: 30 }, minutes: 1.5 },
  { name: 'audit', run: benchAudit, short: { contacts: 20_000 }, minutes: 0.5 },
  { name: 'create', run: benchCreate, short: { contacts: 50_000, limit: 30 }, minutes: 1 },
  { name: 'drops', run: benchDrops, short: { contacts: 5_000, limit: 40 }, minutes: 1 },
  { name: 'csv', run: benchCsv, short: { contacts: 300_000, limit: 20 }, minutes: 0.5 },
  { name: 'analytics', run: benchAnalytics, short: { contacts: 100_000, limit: 20 }, minutes: 1 },
  { name: 'http', run: benchHttp, short: { contacts: 1_000, seconds: 10, limit: 30 }, minutes: 1 },
  { name: 'jobs', run: benchJobs, short: { contacts: 10 }, minutes: 0.5 },
  { name: 'list', run: benchList, short: { contacts: 100_000 }, minutes: 0.5 },
  { name: 'client', run: benchClient, short: { rounds: 1 }, minutes: 2.5 },
  { name: 'load', run: benchLoad },
  { name: 'idle', run: benchIdle },
  { name: 'million', run: benchMillion },
];
