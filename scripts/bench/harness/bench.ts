import { watched, whyTooBusy, type Conditions } from './machine-watch.ts';
import { figureOf, speedRatio, timeRatio, type Figure, type Sample } from './sample.ts';

/** Integer settings of a bench on the command line, as in `npm run bench -- drops --contacts=300`. */
export const SETTINGS = ['contacts', 'seconds', 'rounds', 'limit'] as const;

export type BenchSettings = Readonly<Partial<Record<(typeof SETTINGS)[number], number>>>;

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

/** Runs a bench, which adds its results to the run. */
export type Bench = (run: BenchRun) => Promise<void>;
export type BenchRun = ReturnType<typeof createRun>;

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
const ROUNDS = 5;
/** What a comparison that has reached its time limit still does. */
const ROUNDS_AT_LEAST = 2;

/** Makes a run of a bench, which collects its results. One without a figure, which this system does not tell, is left out. */
export function createRun(say: Say, settings: BenchSettings) {
  const results: BenchResult[] = [];
  const { rounds = ROUNDS, limit = Infinity } = settings;
  const add = (result: BenchResult): void => {
    if (!Number.isNaN(result.ratio.value)) results.push(result);
  };

  /**
   * Does a round of work several times; no round is begun after the limit of the settings. Returns the values of the rounds,
   * and what adds a row of absolute figures.
   */
  const inRounds = async <Value>(bench: string, round: () => Promise<Value>, most = 1) => {
    const end = performance.now() + limit * 1_000;
    const conditions: Conditions[] = [];
    const values: Value[] = [];
    while (values.length < most && (values.length < ROUNDS_AT_LEAST || performance.now() < end))
      values.push(await watched(conditions, round));
    const common = { bench, rounds: values.length, tooBusy: whyTooBusy(conditions) };
    const row = (contender: string, of: (value: Value) => number, goal?: Goal): void => {
      add({ ...common, contender, ratio: figureOf(values.map(of)), goal });
    };
    return { values, common, row };
  };

  /**
   * Compares contenders with the first one (=1.00) in interleaved rounds after a warm-up, so that background load affects
   * all of them alike.
   */
  const compare = async (bench: string, contenders: readonly Contender[], most = rounds): Promise<void> => {
    const samplesOfAll = async (): Promise<Sample[]> => {
      const samples: Sample[] = [];
      for (const { portion } of contenders) samples.push(await portion());
      return samples;
    };
    say(`${bench}: warm-up`);
    await samplesOfAll();
    say(`${bench}: ${String(most)} rounds`);
    const { values, common } = await inRounds(bench, samplesOfAll, most);
    const samplesOf = (at: number): Sample[] => values.flatMap((samples) => samples[at] ?? []);
    for (const [at, { name, goal, timeGoal }] of contenders.entries()) {
      const [own, baseline] = [samplesOf(at), samplesOf(0)];
      const processorTime = timeRatio(own, baseline);
      add({ ...common, contender: name, ratio: speedRatio(own, baseline), processorTime, goal });
      if (timeGoal !== undefined && processorTime !== undefined)
        add({ ...common, contender: `${name}: processor time`, ratio: processorTime, goal: timeGoal });
    }
  };

  /** Adds a value that the machine's load does not change. */
  const absolute = (bench: string, contender: string, value: number, goal?: Goal): void => {
    add({ bench, contender, ratio: figureOf([value]), rounds: 1, goal });
  };
  return { say, settings, rounds, results, inRounds, compare, absolute };
}

/** Returns whether a result meets its goal; null without a goal. */
export function isMet({ ratio, goal }: Pick<BenchResult, 'ratio' | 'goal'>): boolean | null {
  if (goal === undefined) return null;
  return 'atLeast' in goal ? ratio.value >= goal.atLeast : ratio.value <= goal.atMost;
}
