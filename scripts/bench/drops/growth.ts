import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { formatNumber } from '#shared/formats.ts';
import { absolute, type BenchResult, type Say } from '../bench.ts';
import type { BenchDatabase } from '../data/database.ts';
import { watchMachine, type MachineWatch } from '../measure/machine-watch.ts';
import { measured, type Sample } from '../measure/sample.ts';
import { totalOf } from '../measure/processor-time.ts';
import { figureOf, median } from '../measure/statistics.ts';
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
  say: Say,
): Promise<BenchResult[]> {
  const engine = await openEngine(connection);
  const half = Array.from({ length: Math.ceil(large / SMALL / 2) }, () => SMALL);
  const watch = watchMachine();
  const send = (sizes: readonly number[]): Promise<Measured> => {
    say(`drops: one worker, ${formatNumber(sizes.length)} of ${formatNumber(sizes[0] ?? 0)} contacts`);
    return sendInWorker({ engine, uri, sizes, watch });
  };
  try {
    const before = await send(half);
    const one = await send([large]);
    return compareWorkers([before, await send(half)], { large, one, tooBusy: watch.tooBusy() });
  } finally {
    await engine.close();
  }
}

/** What a worker reports, and its sample. */
interface Measured {
  peakKb: number;
  sample: Sample;
}

/** Compares the large campaign's worker with those that sent as many contacts in small ones. */
function compareWorkers(
  small: readonly Measured[],
  { large, one, tooBusy }: { large: number; one: Measured; tooBusy: string | undefined },
): BenchResult[] {
  const bench = `a worker, ${formatNumber(SMALL)} to ${formatNumber(large)} contacts`;
  const ratio = (value: (measured: Measured) => number): number => value(one) / median(small.map(value));
  const processorTime = ratio(({ sample: { units, time } }) => totalOf(time) / units);
  const seconds = ratio(({ sample }) => sample.seconds / sample.units);
  return [
    absolute(
      bench,
      'peak memory',
      ratio(({ peakKb }) => peakKb),
      { goal: { atMost: 1.1 } },
    ),
    {
      ...absolute(bench, 'time per contact', seconds, { goal: { atMost: 1.05 }, tooBusy }),
      processorTime: figureOf([processorTime]),
    },
  ];
}

/** Sends new campaigns of these sizes in a new process, after a warm-up campaign. */
async function sendInWorker({
  engine,
  uri,
  sizes,
  watch,
}: {
  engine: BenchEngine;
  uri: string;
  sizes: readonly number[];
  watch: MachineWatch;
}): Promise<Measured> {
  const campaigns: string[] = [];
  for (const size of [SMALL, ...sizes]) campaigns.push(await engine.create(size));
  const script = fileURLToPath(new URL('worker-child.ts', import.meta.url));
  const child = fork(script, [uri, ...campaigns], { execArgv: ['--import', 'tsx'] });
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The worker ended with ${String(code)}`);
  });
  const message = async (): Promise<unknown> =>
    ((await Promise.race([once(child, 'message'), died])) as [unknown])[0];
  await message();
  let peakKb = Number.NaN;
  const contacts = sizes.reduce((sum, size) => sum + size, 0);
  const sample = await watch.round(() =>
    measured(contacts, async () => {
      child.send('go');
      ({ peakKb } = (await message()) as WorkerStats);
    }),
  );
  child.disconnect();
  return { peakKb, sample };
}
