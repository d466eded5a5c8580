import { MINUTE_MS } from '#shared/time-units.ts';
import type { BenchResult, Say } from './bench.ts';
import { BENCHES, type NamedBench } from './benches.ts';
import { describeMachine } from './measure/machine.ts';
import { tableOf, type Run } from './results.ts';
import type { BenchSettings } from './settings.ts';

/** How long `all` may take. */
const MINUTES = 15;

/** Returns a clock of the minutes that have passed. */
export function startMinutes(): () => number {
  const begun = performance.now();
  return () => (performance.now() - begun) / MINUTE_MS;
}

/**
 * Runs the short form of every bench that has one, in a quarter of an hour at most: a bench that does not fit any more, or
 * that fails, is named in the result. Settings that are given take precedence.
 */
export async function runAll(say: Say, given: BenchSettings, benches = BENCHES): Promise<Run> {
  const takenAt = new Date();
  const minutes = startMinutes();
  const results: BenchResult[] = [];
  const leftOut: string[] = [];
  for (const bench of benches) {
    if (bench.short === undefined) continue;
    const why = await runShort(bench, { say, given, left: MINUTES - minutes(), results });
    if (why !== undefined) leftOut.push(`${bench.name}, ${why}`);
  }
  return { machine: describeMachine(), takenAt, minutes: minutes(), results, leftOut };
}

/** Adds the results of a bench. Returns why there are none, or undefined. */
async function runShort(
  { name, run, short }: NamedBench,
  { say, given, left, results }: { say: Say; given: BenchSettings; left: number; results: BenchResult[] },
): Promise<string | undefined> {
  const { settings, minutes } = short ?? { settings: {}, minutes: 0 };
  if (minutes > left) return `as it takes ${String(minutes)} minutes and ${left.toFixed(1)} were left.`;
  try {
    const own = await run(say, { ...settings, ...given });
    for (const line of tableOf(own)) say(line);
    results.push(...own.map((result) => ({ ...result, bench: `${name}: ${result.bench}` })));
    return undefined;
  } catch (error) {
    return `as it failed: ${error instanceof Error ? error.message : String(error)}`;
  }
}
