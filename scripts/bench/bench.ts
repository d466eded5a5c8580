import { watchMachine } from './measure/machine-watch.ts';
import { speedRatio, timeRatio, type Sample } from './measure/sample.ts';
import { figureOf, type Figure } from './measure/statistics.ts';
import type { BenchSettings } from './settings.ts';

/** Required figure of a contender. */
export type Goal = { atLeast: number } | { atMost: number };

/** One result of a bench: a contender in one workload. */
export interface BenchResult {
  bench: string;
  contender: string;
  /** Speed relative to the baseline (=1.00), or an absolute value. */
  ratio: Figure;
  /** Absent for reference contenders. */
  goal?: Goal;
  /** Processor time for the same work relative to the baseline's, where it was measured. */
  processorTime?: Figure | undefined;
  rounds: number;
  /** Why the figures mean nothing, if other work disturbed them. */
  tooBusy?: string | undefined;
}

/** Reports progress. */
export type Say = (line: string) => void;

/** Runs a bench and returns its results. */
export type Bench = (say: Say, settings: BenchSettings) => Promise<BenchResult[]>;

/** An implementation of a workload. */
export interface Contender {
  name: string;
  goal?: Goal;
  /** For its processor time relative to the baseline's, which gets a row of its own. */
  timeGoal?: Goal;
  /** Does and measures a portion of the work. */
  portion(): Promise<Sample>;
}

/** Number of rounds; fewer are too noisy on a shared machine. */
export const ROUNDS = 5;
/** What a comparison that has reached its time limit still does. */
const ROUNDS_AT_LEAST = 2;

export interface CompareOptions {
  say: Say;
  rounds?: number | undefined;
  /** No round is begun after so many seconds. */
  limit?: number | undefined;
  /** Gets the samples of all rounds, by contender, for further results. */
  onSamples?: (samples: readonly (readonly Sample[])[]) => void;
}

/**
 * Compares contenders with the first one (=1.00) in interleaved rounds after a warm-up, so that background load affects
 * all of them alike.
 */
export async function compare(
  bench: string,
  contenders: readonly Contender[],
  { say, rounds = ROUNDS, limit = Infinity, onSamples }: CompareOptions,
): Promise<BenchResult[]> {
  const end = performance.now() + limit * 1_000;
  const watch = watchMachine();
  const samples = contenders.map((): Sample[] => []);
  say(`${bench}: warm-up`);
  for (const contender of contenders) await contender.portion();
  for (let round = 1; round <= rounds; round += 1) {
    if (round > ROUNDS_AT_LEAST && performance.now() > end) break;
    await watch.round(async () => {
      for (const [at, contender] of contenders.entries()) samples[at]?.push(await contender.portion());
    });
    say(`${bench}: round ${String(round)} of ${String(rounds)}, ${ratiosOf(contenders, samples)}`);
  }
  onSamples?.(samples);
  const tooBusy = watch.tooBusy();
  return contenders.flatMap((contender, at) => resultsOf({ bench, contender, tooBusy, samples, at }));
}

/** Returns the result of values that are not compared with a baseline, one or several. */
export function absolute(
  bench: string,
  contender: string,
  values: number | readonly number[],
  more: Pick<BenchResult, 'goal' | 'tooBusy'> = {},
): BenchResult {
  const all = typeof values === 'number' ? [values] : values;
  return { bench, contender, ratio: figureOf(all), rounds: all.length, ...more };
}

/** Returns whether a result meets its goal; null without a goal. */
export function isMet({ ratio, goal }: Pick<BenchResult, 'ratio' | 'goal'>): boolean | null {
  if (goal === undefined) return null;
  return 'atLeast' in goal ? ratio.value >= goal.atLeast : ratio.value <= goal.atMost;
}

function resultsOf({
  bench,
  contender: { name, goal, timeGoal },
  tooBusy,
  samples,
  at,
}: {
  bench: string;
  contender: Contender;
  tooBusy: string | undefined;
  samples: readonly (readonly Sample[])[];
  at: number;
}): BenchResult[] {
  const [own = [], baseline = []] = [samples[at], samples[0]];
  const processorTime = timeRatio(own, baseline);
  const common = { bench, rounds: own.length, tooBusy };
  const speed = { ...common, contender: name, ratio: speedRatio(own, baseline), processorTime };
  const time =
    timeGoal === undefined || processorTime === undefined
      ? []
      : [{ ...common, contender: `${name}: processor time`, ratio: processorTime, goal: timeGoal }];
  return [{ ...speed, ...(goal !== undefined && { goal }) }, ...time];
}

/** The ratios of the last round, for the console. */
function ratiosOf(contenders: readonly Contender[], samples: readonly (readonly Sample[])[]): string {
  const last = samples.map((all) => all.slice(-1));
  return contenders
    .slice(1)
    .map(({ name }, at) => `${name} ${speedRatio(last[at + 1] ?? [], last[0] ?? []).value.toFixed(2)}`)
    .join(', ');
}
