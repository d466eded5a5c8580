import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { formatNumber } from '#shared/formats.ts';
import { median, type BenchResult } from '../bench.ts';
import type { BenchDatabase } from '../database.ts';
import { openEngine, type BenchEngine } from './engine.ts';
import type { WorkerFigures } from './worker-child.ts';

const SMALL = 10_000;
/** Workers with a small campaign; the first half before the large one, the others after it. */
const SMALL_ROUNDS = 6;

/**
 * The memory of a worker and its time per contact with a large campaign, against a small one of 10,000 (=1.00). Each
 * is a process of its own with the engine's stores on the real database; the carrier is in the process and reports at
 * once, since a million calls over HTTP would measure the carrier.
 */
export async function benchGrowth(
  { connection, uri }: BenchDatabase,
  large: number,
  say: (line: string) => void,
): Promise<BenchResult[]> {
  const engine = await openEngine(connection);
  const small: WorkerFigures[] = [];
  const sendSmall = async (): Promise<void> => {
    small.push(await sendInWorker(engine, uri, SMALL));
  };
  try {
    for (let round = 0; round < SMALL_ROUNDS / 2; round += 1) await sendSmall();
    say(`drops: a campaign of ${formatNumber(large)} in one worker`);
    const figures = await sendInWorker(engine, uri, large);
    for (let round = 0; round < SMALL_ROUNDS / 2; round += 1) await sendSmall();
    return compareWorkers(small, figures, large);
  } finally {
    await engine.close();
  }
}

function compareWorkers(
  small: readonly WorkerFigures[],
  figures: WorkerFigures,
  large: number,
): BenchResult[] {
  const bench = `a worker, ${formatNumber(SMALL)} to ${formatNumber(large)} contacts`;
  const peak = median(small.map(({ peakKb }) => peakKb));
  const perContact = median(small.map(({ seconds }) => seconds / SMALL));
  return [
    { bench, contender: 'peak memory', ratio: figures.peakKb / peak, goal: { atMost: 1.2 } },
    {
      bench,
      contender: 'time per contact',
      ratio: figures.seconds / large / perContact,
      goal: { atMost: 1.15 },
    },
  ];
}

/** Sends a new campaign in a new process, after a small one that warms it up. */
async function sendInWorker(engine: BenchEngine, uri: string, contacts: number): Promise<WorkerFigures> {
  const campaigns = [await engine.create(SMALL), await engine.create(contacts)];
  const script = fileURLToPath(new URL('worker-child.ts', import.meta.url));
  const child = fork(script, [uri, ...campaigns], { execArgv: ['--import', 'tsx'] });
  const answered = once(child, 'message') as Promise<[WorkerFigures]>;
  const died = once(child, 'exit').then(([code]) => {
    throw new Error(`The worker ended with ${String(code)}`);
  });
  const [figures] = await Promise.race([answered, died]);
  return figures;
}
