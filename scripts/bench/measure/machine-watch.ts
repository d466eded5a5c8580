import { bestOfRun, calibrate } from './calibration.ts';
import { whyTooBusy, type Conditions } from './disturbance.ts';
import { TICKS_A_SECOND } from './proc-files.ts';
import { readProcessorTime, timeBetween, totalOf, type ProcessorReading } from './processor-time.ts';

/** Watches the machine during the rounds of a comparison. */
export interface MachineWatch {
  /** Runs a round. */
  round<T>(work: () => Promise<T>): Promise<T>;
  /** Returns why the rounds mean nothing, or undefined. */
  tooBusy(): string | undefined;
}

/** Creates a watch. Each round begins with the fixed work of the calibration. */
export function watchMachine(): MachineWatch {
  const rounds: Conditions[] = [];
  return {
    async round(work) {
      const fixed = calibrate();
      const before = readProcessorTime();
      const result = await work();
      rounds.push({ fixed, ...sharesOf(before, readProcessorTime()) });
      return result;
    },
    tooBusy: () => whyTooBusy(rounds, bestOfRun()),
  };
}

/** Returns which parts of all processors' time between two readings went to others. */
export function sharesOf(
  before: ProcessorReading,
  after: ProcessorReading,
): Pick<Conditions, 'others' | 'stolen'> {
  if (before.machine === undefined || after.machine === undefined) return {};
  const ticks = after.machine.total - before.machine.total;
  if (ticks <= 0) return {};
  const ours = totalOf(timeBetween(before.byRole, after.byRole)) * TICKS_A_SECOND;
  const others = after.machine.busy - before.machine.busy - ours;
  return {
    others: Math.max(0, others / ticks),
    stolen: (after.machine.stolen - before.machine.stolen) / ticks,
  };
}
