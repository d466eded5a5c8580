import { watched, whyTooBusy, type Conditions } from './machine-watch.ts';
import { figureOf, speedRatio, timeRatio, type Figure, type Sample } from './sample.ts';
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
  goal?: Goal | undefined;
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
  timeGoal?: Goal | undefined;
  /** Does and measures a portion of the work. */
  portion(): Promise<Sample>;
}

/** Number of rounds; fewer are too noisy on a shared machine. */
export const ROUNDS = 5;
/** What a comparison that has reached its time limit still does. */
const ROUNDS_AT_LEAST = 2;

export interface RoundOptions {
  rounds?: number | undefined;
  /** No round is begun after so many seconds. */
  limit?: number | undefined;
}

/** Does a round of work several times, once by default. Returns the makers of its rows. */
export async function inRounds<Value>(
  bench: string,
  round: () => Promise<Value>,
  { rounds = 1, limit = Infinity }: RoundOptions = {},
) {
  const end = performance.now() + limit * 1_000;
  const conditions: Conditions[] = [];
  const values: Value[] = [];
  while (values.length < rounds && (values.length < ROUNDS_AT_LEAST || performance.now() < end))
    values.push(await watched(conditions, round));
  const common = { bench, rounds: values.length, tooBusy: whyTooBusy(conditions) };
  return {
    values,
    common,
    /** Makes a row of absolute figures. */
    row: (contender: string, of: (value: Value) => number, goal?: Goal): BenchResult => ({
      ...common,
      contender,
      ratio: figureOf(values.map(of)),
      goal,
    }),
  };
}

/**
 * Compares contenders with the first one (=1.00) in interleaved rounds after a warm-up, so that background load affects
 * all of them alike.
 */
export async function compare(
  bench: string,
  contenders: readonly Contender[],
  { say, rounds = ROUNDS, limit }: RoundOptions & { say: Say },
): Promise<BenchResult[]> {
  const samplesOfAll = async (): Promise<Sample[]> => {
    const samples: Sample[] = [];
    for (const { portion } of contenders) samples.push(await portion());
    return samples;
  };
  say(`${bench}: warm-up`);
  await samplesOfAll();
  say(`${bench}: ${String(rounds)} rounds`);
  const { values, common } = await inRounds(bench, samplesOfAll, { rounds, limit });
  const samplesOf = (at: number): Sample[] => values.flatMap((samples) => samples[at] ?? []);
  return contenders.flatMap(({ name, goal, timeGoal }, at) => {
    const [own, baseline] = [samplesOf(at), samplesOf(0)];
    const time = timeRatio(own, baseline);
    const timeRow = { ...common, contender: `${name}: processor time`, goal: timeGoal };
    return [
      { ...common, contender: name, ratio: speedRatio(own, baseline), processorTime: time, goal },
      ...(timeGoal === undefined || time === undefined ? [] : [{ ...timeRow, ratio: time }]),
    ];
  });
}

/** Returns the result of a value that the machine's load does not change. */
export function absolute(bench: string, contender: string, value: number, goal?: Goal): BenchResult {
  return { bench, contender, ratio: figureOf([value]), rounds: 1, goal };
}

/** Returns whether a result meets its goal; null without a goal. */
export function isMet({ ratio, goal }: Pick<BenchResult, 'ratio' | 'goal'>): boolean | null {
  if (goal === undefined) return null;
  return 'atLeast' in goal ? ratio.value >= goal.atLeast : ratio.value <= goal.atMost;
}
