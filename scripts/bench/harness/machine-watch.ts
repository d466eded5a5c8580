import { bestOfRun, calibrate, type FixedWork } from './machine.ts';
import { readProcessorTime, timeBetween, totalOf } from './processes.ts';
import { median } from './sample.ts';

/** The machine in one round. */
export interface Conditions {
  /** Fixed work beside the round. */
  fixed: FixedWork;
  /** Parts of all processors' time (0 to 1) that went to other processes and to other machines, 0 if not known. */
  others: number;
  stolen: number;
}

/** Above these a round is disturbed: multiples of the shortest time, and parts of the machine. */
const LIMITS = { loop: 1.4, sync: 4, others: 0.2, stolen: 0.05 };
/** Seconds that a sync may take longer in any case: a fast disk varies by more than its shortest time. */
const SYNC_JITTER = 0.001;
/** A median stands while fewer than half of its rounds are disturbed. */
const TOLERATED = 0.5;

/** Runs a round beside the fixed work of the calibration, and adds the conditions of the machine meanwhile. */
export async function watched<Value>(conditions: Conditions[], round: () => Promise<Value>): Promise<Value> {
  const fixed = calibrate();
  const before = readProcessorTime();
  const value = await round();
  conditions.push({ fixed, ...sharesOf(before, readProcessorTime()) });
  return value;
}

type Reading = ReturnType<typeof readProcessorTime>;

/** Returns which parts of all processors' time between two readings went to others. */
export function sharesOf(before: Reading, after: Reading): Pick<Conditions, 'others' | 'stolen'> {
  const passed = (of: 'busy' | 'stolen' | 'total') =>
    (after.machine?.[of] ?? 0) - (before.machine?.[of] ?? 0);
  if (before.machine === undefined || passed('total') <= 0) return { others: 0, stolen: 0 };
  const ours = totalOf(timeBetween(before.byRole, after.byRole));
  const others = Math.max(0, passed('busy') - ours);
  return { others: others / passed('total'), stolen: passed('stolen') / passed('total') };
}

/** Returns why the figures of the rounds mean nothing, or undefined if the machine was quiet enough. */
export function whyTooBusy(rounds: readonly Conditions[], best = bestOfRun()): string | undefined {
  const disturbed = rounds.filter(
    ({ fixed, others, stolen }) =>
      fixed.loop > LIMITS.loop * best.loop ||
      fixed.sync > LIMITS.sync * best.sync + SYNC_JITTER ||
      others > LIMITS.others ||
      stolen > LIMITS.stolen,
  );
  if (disturbed.length === 0 || disturbed.length < TOLERATED * rounds.length) return undefined;
  const typical = (of: (round: Conditions) => number): number => median(disturbed.map(of));
  return [
    `${String(disturbed.length)} of ${String(rounds.length)} rounds were disturbed`,
    `other processes had ${(100 * typical(({ others }) => others)).toFixed(0)} % of the processors`,
    `other machines ${(100 * typical(({ stolen }) => stolen)).toFixed(0)} %`,
    `a fixed loop took ${(typical(({ fixed }) => fixed.loop) / best.loop).toFixed(1)} of its shortest time`,
    `a fixed sync ${(typical(({ fixed }) => fixed.sync) / best.sync).toFixed(1)}`,
  ].join(', ');
}
