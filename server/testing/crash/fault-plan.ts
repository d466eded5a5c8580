import type { Fault } from './hark-processes.ts';
import { randomInteger, shuffled, type Random } from './seeded-random.ts';

/** A fault that is due once the carrier's journal has so many lines. */
export interface PlannedFault {
  fault: Fault;
  atLine: number;
  /** How long a stopped process pauses. */
  stopMs: number;
}

/** Number of injected faults by kind. */
export type InjectedFaults = Partial<Record<Fault, number>>;

/** How many faults of which kinds to inject while a campaign with so many contacts is sent. */
export interface FaultOptions {
  contacts: number;
  kills: number;
  faults: readonly Fault[];
}

/** Journal lines per contact: accepted, called, reported. */
const LINES_A_CONTACT = 3;
/** The last lines may never be written, since some calls are not reported; a kill must not wait for them. */
const REACHED = 0.9;

/** Range of the random pause of a stopped process. */
const STOP_MS = { min: 1_000, max: 20_000 };

/** Plans `kills` faults at random moments, evenly distributed over their kinds, in random order. */
export function planFaults(random: Random, { contacts, kills, faults }: FaultOptions): PlannedFault[] {
  const victims = shuffled(
    random,
    Array.from({ length: kills }, (_, n) => faults[n % faults.length]).filter((fault) => fault !== undefined),
  );
  const last = Math.floor(contacts * LINES_A_CONTACT * REACHED);
  const moments = Array.from({ length: kills }, () => randomInteger(random, last)).toSorted((a, b) => a - b);
  return victims.map((fault, n) => ({
    fault,
    atLine: moments[n] ?? 0,
    stopMs: STOP_MS.min + randomInteger(random, STOP_MS.max - STOP_MS.min),
  }));
}
