import type { BenchSettings } from './settings.ts';

/** Required ratio of a contender to the baseline (=1.00). */
export type Goal = { atLeast: number } | { atMost: number };

/** One result of a bench: the median ratio of a contender in one workload. */
export interface BenchResult {
  bench: string;
  contender: string;
  ratio: number;
  /** Absent for reference contenders. */
  goal?: Goal;
}

/** Runs a bench and returns its results; progress is reported through `say`. */
export type Bench = (say: (line: string) => void, settings: BenchSettings) => Promise<BenchResult[]>;

/** An implementation of a workload. */
export interface Contender {
  name: string;
  goal?: Goal;
  /** Does a portion of the work and returns its throughput in units per second. */
  portion(): Promise<number>;
}

/** Minimum number of rounds; fewer are too noisy on a shared machine. */
export const MIN_ROUNDS = 5;

/**
 * Compares contenders with the first one (=1.00) in interleaved rounds, so that background load affects all of them
 * alike. Returns the median ratio of each.
 */
export async function compare(
  bench: string,
  contenders: readonly Contender[],
  rounds: number = MIN_ROUNDS,
): Promise<BenchResult[]> {
  const ratios = contenders.map((): number[] => []);
  for (const contender of contenders) await contender.portion();
  for (let round = 0; round < rounds; round += 1) {
    const speeds: number[] = [];
    for (const contender of contenders) speeds.push(await contender.portion());
    speeds.forEach((speed, at) => ratios[at]?.push(speed / (speeds[0] ?? Number.NaN)));
  }
  return contenders.map(({ name, goal }, at) => ({
    bench,
    contender: name,
    ratio: median(ratios[at] ?? []),
    ...(goal === undefined ? {} : { goal }),
  }));
}

/** Returns the throughput per second of `callers` concurrent loops that call `work` `total` times in all. */
export async function speedOf(
  { callers, total }: { callers: number; total: number },
  work: (caller: number) => Promise<unknown>,
): Promise<number> {
  let left = total;
  const begun = performance.now();
  const caller = async (number: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work(number);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)));
  return total / ((performance.now() - begun) / 1_000);
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns whether a result meets its goal; null without a goal. */
export function isMet({ ratio, goal }: BenchResult): boolean | null {
  if (goal === undefined) return null;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
