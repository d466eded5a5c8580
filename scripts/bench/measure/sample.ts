import { readProcessorTime, timeBetween, totalOf, type TimeByRole } from './processor-time.ts';
import { figureOf, median, type Figure } from './statistics.ts';

/** A measured portion of work. */
export interface Sample {
  units: number;
  seconds: number;
  /** Processor time of all processes meanwhile. */
  time: TimeByRole;
}

/** Measures work of a known size. */
export function measured(units: number, work: () => Promise<unknown>): Promise<Sample> {
  return measuredCount(async () => {
    await work();
    return units;
  });
}

/** Measures work that returns its size. */
export async function measuredCount(work: () => Promise<number>): Promise<Sample> {
  const { byRole } = readProcessorTime();
  const begun = performance.now();
  const units = await work();
  const seconds = (performance.now() - begun) / 1_000;
  return { units, seconds, time: timeBetween(byRole, readProcessorTime().byRole) };
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
  const speed = ({ units, seconds }: Sample): number => units / seconds;
  return ratioByRound(samples, baseline, speed);
}

/**
 * Returns the processor time for a unit relative to the baseline's; less is better. Undefined if a portion takes too
 * little of it.
 */
export function timeRatio(samples: readonly Sample[], baseline: readonly Sample[]): Figure | undefined {
  const shortest = [samples, baseline].map((all) => median(all.map(({ time }) => totalOf(time))));
  if (shortest.some((seconds) => seconds < SHORTEST_TIME)) return undefined;
  return ratioByRound(samples, baseline, ({ units, time }) => totalOf(time) / units);
}

/** Returns the milliseconds of processor time for a unit; `only` limits it to some roles. */
export function millisecondsAUnit(samples: readonly Sample[], only?: readonly (keyof TimeByRole)[]): Figure {
  return figureOf(
    samples.map(({ units, time }) => {
      const seconds =
        only === undefined ? totalOf(time) : only.reduce((sum, role) => sum + (time[role] ?? 0), 0);
      return (1_000 * seconds) / units;
    }),
  );
}

function ratioByRound(
  samples: readonly Sample[],
  baseline: readonly Sample[],
  value: (sample: Sample) => number,
): Figure {
  return figureOf(
    samples.map((sample, round) => {
      const one = baseline[round];
      return one === undefined ? Number.NaN : value(sample) / value(one);
    }),
  );
}
