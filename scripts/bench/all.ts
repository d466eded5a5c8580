import { MINUTE_MS } from '#shared/time-units.ts';
import { BENCHES, type NamedBench } from './benches.ts';
import { createRun, type BenchResult, type BenchSettings, type Say } from './harness/bench.ts';
import { machineLine } from './harness/machine.ts';
import { tableOf, type Run } from './harness/results.ts';

/** How long `all` may take. */
const MINUTES = 10;

/** Runs a bench in full, with the settings that are given. */
export async function runBench({ run }: NamedBench, say: Say, settings: BenchSettings): Promise<Run> {
  const takenAt = new Date();
  const own = createRun(say, settings);
  await run(own);
  return finished(takenAt, own.results);
}

/**
 * Runs the short form of every bench that has one, in ten minutes at most: a bench that does not fit any more, or that
 * fails, is named in the result. Settings that are given take precedence.
 */
export async function runAll(say: Say, given: BenchSettings, benches = BENCHES): Promise<Run> {
  const takenAt = new Date();
  const results: BenchResult[] = [];
  const leftOut: string[] = [];
  for (const { name, run, short, minutes = 0 } of benches) {
    const left = MINUTES - minutesSince(takenAt);
    if (short === undefined) continue;
    if (minutes > left) {
      leftOut.push(`${name}, as it takes ${String(minutes)} minutes and ${left.toFixed(1)} were left.`);
      continue;
    }
    try {
      const own = createRun(say, { ...short, ...given });
      await run(own);
      say(tableOf(own.results));
      results.push(...own.results.map((result) => ({ ...result, bench: `${name}: ${result.bench}` })));
    } catch (error) {
      leftOut.push(`${name}, as it failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return finished(takenAt, results, leftOut);
}

function finished(takenAt: Date, results: readonly BenchResult[], leftOut: readonly string[] = []): Run {
  return { machine: machineLine(), takenAt, minutes: minutesSince(takenAt), results, leftOut };
}

function minutesSince(begun: Date): number {
  return (Date.now() - begun.getTime()) / MINUTE_MS;
}
