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
 * Memory and time per contact of a worker with a large campaign, against workers with as many contacts in campaigns
 * of 10,000 (=1.00), half of them before and half after it. The stores are real; the in-process carrier reports
 * immediately, because over HTTP the carrier would be measured.
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
    const stats = await send([large]);
    return compareWorkers([before, await send(half)], half.length * SMALL, { large, ...stats });
  } finally {
    await engine.close();
  }
}

/** Compares the large campaign's worker with those that sent `contacts` each in small ones. */
function compareWorkers(
  small: readonly WorkerStats[],
  contacts: number,
  { large, peakKb, seconds }: WorkerStats & { large: number },
): BenchResult[] {
  const bench = `a worker, ${formatNumber(SMALL)} to ${formatNumber(large)} contacts`;
  const peak = median(small.map((stats) => stats.peakKb));
  const perContact = median(small.map((stats) => stats.seconds / contacts));
  return [
    { bench, contender: 'peak memory', ratio: peakKb / peak, goal: { atMost: 1.2 } },
    { bench, contender: 'time per contact', ratio: seconds / large / perContact, goal: { atMost: 1.15 } },
  ];
}

/** Sends new campaigns of these sizes in a new process, after a warm-up campaign. */
async function sendInWorker(
  engine: BenchEngine,
  uri: string,
  sizes: readonly number[],
): Promise<WorkerStats> {
  const campaigns: string[] = [];
  for (const size of [SMALL, ...sizes]) campaigns.push(await engine.create(size));
  const script = fileURLToPath(new URL('worker-child.ts', import.meta.url));
  const child = fork(script, [uri, ...campaigns], { execArgv: ['--import', 'tsx'] });
  const reported = once(child, 'message') as Promise<[WorkerStats]>;
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The worker ended with ${String(code)}`);
  });
  const [stats] = await Promise.race([reported, died]);
  return stats;
}
