import type { BenchSettings } from './settings.ts';

/** What a contender must reach, as a ratio to the limit or peer it is measured against (=1.00). */
export type Goal = { atLeast: number } | { atMost: number };

/** One figure of a bench: the median ratio of one contender at one piece of work. */
export interface BenchResult {
  bench: string;
  contender: string;
  ratio: number;
  /** Absent for contenders that are only there to compare with. */
  goal?: Goal;
}

/** A bench by the name it is run by: measures and answers its figures. Progress goes to `say`. */
export type Bench = (say: (line: string) => void, settings: BenchSettings) => Promise<BenchResult[]>;

/** One way to do a piece of work. */
export interface Contender {
  name: string;
  goal?: Goal;
  /** Does a portion of the work and answers its speed, in units of work a second. */
  portion(): Promise<number>;
}

/** Fewer rounds say nothing on a machine that others use too. */
export const MIN_ROUNDS = 5;

/**
 * Measures contenders against the first of them (=1.00) in interleaved rounds: each round gives every contender a
 * portion, so that whatever else the machine does meets all of them alike. Answers the medians of the rounds' ratios.
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

/** Units of work a second: `callers` do `work` again and again until `total` pieces are done. */
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

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Whether a figure reaches its goal; null where it has none. */
export function isMet({ ratio, goal }: BenchResult): boolean | null {
  if (goal === undefined) return null;
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost;
}
