import { readProcessorTime, timeBetween, totalOf, type TimeByRole } from './processes.ts';

/** A measured figure: its median and its extremes over the rounds. */
export interface Figure {
  value: number;
  low: number;
  high: number;
}

/** A measured portion of work. */
export interface Sample {
  units: number;
  seconds: number;
  /** Processor time of all processes meanwhile. */
  time: TimeByRole;
}

/** Measures work of a known size, or of the size that it returns. */
export async function measured(units: number | undefined, work: () => Promise<unknown>): Promise<Sample> {
  const { byRole } = readProcessorTime();
  const begun = performance.now();
  const done = await work();
  const seconds = (performance.now() - begun) / 1_000;
  return { units: units ?? Number(done), seconds, time: timeBetween(byRole, readProcessorTime().byRole) };
}

/** Measures `callers` concurrent loops that call `work` `total` times in all. */
export function measuredCalls(
  { callers, total }: { callers: number; total: number },
  work: (caller: number) => Promise<unknown>,
): Promise<Sample> {
  let left = total;
  const caller = async (number: number): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work(number);
    }
  };
  return measured(total, () => Promise.all(Array.from({ length: callers }, (_, number) => caller(number))));
}

/** Seconds of processor time below which the ticks of the clock are too coarse for a ratio. */
const SHORTEST_TIME = 0.1;

/** Returns the speed of samples relative to the baseline's samples of the same rounds; more is better. */
export function speedRatio(samples: readonly Sample[], baseline: readonly Sample[]): Figure {
  return ratioByRound(samples, baseline, unitsASecond);
}

/**
 * Returns the processor time for a unit relative to the baseline's; less is better. Undefined if a portion takes too
 * little of it.
 */
export function timeRatio(samples: readonly Sample[], baseline: readonly Sample[]): Figure | undefined {
  const shortest = [samples, baseline].map((all) => median(all.map(({ time }) => totalOf(time))));
  if (shortest.some((seconds) => seconds < SHORTEST_TIME)) return undefined;
  return ratioByRound(samples, baseline, millisecondsAUnit());
}

/** Returns the speed of a sample. */
export function unitsASecond({ units, seconds }: Sample): number {
  return units / seconds;
}

/** Returns what reads the milliseconds of processor time for a unit from a sample, of all processes or of a role; NaN if not known. */
export function millisecondsAUnit(role?: keyof TimeByRole): (sample: Sample) => number {
  return ({ units, time }) =>
    (1_000 * (role === undefined ? totalOf(time) : (time[role] ?? Number.NaN))) / units;
}

/** Returns the median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns the value below which a part (0 to 1) of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(part * sorted.length)) - 1] ?? Number.NaN;
}

/** Returns the figure of the values of all rounds. */
export function figureOf(values: readonly number[]): Figure {
  return { value: median(values), low: Math.min(...values), high: Math.max(...values) };
}

function ratioByRound(
  samples: readonly Sample[],
  baseline: readonly Sample[],
  value: (sample: Sample) => number,
): Figure {
  const ones = baseline.map(value);
  return figureOf(samples.map((sample, round) => value(sample) / (ones[round] ?? Number.NaN)));
}
