import type { Fault } from './hark-processes.ts';
import { randomInteger, shuffled, type Random } from './seeded-random.ts';

/** A fault, and when: once the carrier's record has so many lines. */
export interface PlannedKill {
  fault: Fault;
  atLine: number;
  /** How long a process that is stopped stands still. */
  stopMs: number;
}

/** The carrier writes a line when it takes a call, when it calls, and when it has told of it. */
const LINES_A_CONTACT = 3;
/** The last lines may never come: some calls are not told of, and a lost one would keep a kill waiting. */
const REACHED = 0.9;

/** A process that is stopped stands still for a random time between these. */
const STOP_MS = { least: 1_000, most: 20_000 };

/** `kills` faults at random moments of a campaign, spread evenly over their kinds, in a random order. */
export function planKills(
  random: Random,
  { contacts, kills, faults }: { contacts: number; kills: number; faults: readonly Fault[] },
): PlannedKill[] {
  const victims = shuffled(
    random,
    Array.from({ length: kills }, (_, n) => faults[n % faults.length]).filter((fault) => fault !== undefined),
  );
  const last = Math.floor(contacts * LINES_A_CONTACT * REACHED);
  const moments = Array.from({ length: kills }, () => randomInteger(random, last)).toSorted((a, b) => a - b);
  return victims.map((fault, n) => ({
    fault,
    atLine: moments[n] ?? 0,
    stopMs: STOP_MS.least + randomInteger(random, STOP_MS.most - STOP_MS.least),
  }));
}
