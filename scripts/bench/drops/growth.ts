import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { formatNumber } from '#shared/formats.ts';
import { median, type BenchResult } from '../bench.ts';
import type { BenchDatabase } from '../database.ts';
import { openEngine, type BenchEngine } from './engine.ts';
import type { WorkerStats } from './worker-child.ts';

const SMALL = 10_000;

/**
 * The memory of a worker and its time per contact with a large campaign, against as many contacts in campaigns of 10,000
 * (=1.00), half of them before and half after it: so both have the same work in the same database. The stores are the
 * engine's own; the carrier is in the process and reports at once, since a million calls over HTTP would measure that.
 */
export async function benchGrowth(
  { connection, uri }: BenchDatabase,
  large: number,
  say: (line: string) => void,
): Promise<BenchResult[]> {
  const engine = await openEngine(connection);
  const half = Array.from({ length: Math.ceil(large / SMALL / 2) }, () => SMALL);
  const send = (sizes: readonly number[]): Promise<WorkerStats> => {
    say(`drops: one worker, ${formatNumber(sizes.length)} of ${formatNumber(sizes[0] ?? 0)} contacts`);
    return sendInWorker(engine, uri, sizes);
  };
  try {
    const before = await send(half);
    const figures = await send([large]);
    return compareWorkers([before, await send(half)], half.length * SMALL, { large, ...figures });
  } finally {
    await engine.close();
  }
}

/** The large campaign's worker against those that had `contacts` each in small ones. */
function compareWorkers(
  small: readonly WorkerStats[],
  contacts: number,
  { large, peakKb, seconds }: WorkerStats & { large: number },
): BenchResult[] {
  const bench = `a worker, ${formatNumber(SMALL)} to ${formatNumber(large)} contacts`;
  const peak = median(small.map((figures) => figures.peakKb));
  const perContact = median(small.map((figures) => figures.seconds / contacts));
  return [
    { bench, contender: 'peak memory', ratio: peakKb / peak, goal: { atMost: 1.2 } },
    { bench, contender: 'time per contact', ratio: seconds / large / perContact, goal: { atMost: 1.15 } },
  ];
}

/** Sends new campaigns of these sizes in a new process, after one that warms it up. */
async function sendInWorker(
  engine: BenchEngine,
  uri: string,
  sizes: readonly number[],
): Promise<WorkerStats> {
  const campaigns: string[] = [];
  for (const size of [SMALL, ...sizes]) campaigns.push(await engine.create(size));
  const script = fileURLToPath(new URL('worker-child.ts', import.meta.url));
  const child = fork(script, [uri, ...campaigns], { execArgv: ['--import', 'tsx'] });
  const answered = once(child, 'message') as Promise<[WorkerStats]>;
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The worker ended with ${String(code)}`);
  });
  const [figures] = await Promise.race([answered, died]);
  return figures;
}
