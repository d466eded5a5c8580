import type { Role } from './hark-processes.ts';
import { randomInteger, shuffled, type Random } from './seeded-random.ts';

/** A kill, and when: once the carrier's record has so many lines. */
export interface PlannedKill {
  role: Role;
  atLine: number;
}

/** The carrier writes a line when it takes a call, when it calls, and when it has told of it. */
const LINES_A_CONTACT = 3;
/** The last lines may never come: some calls are not told of, and a lost one would keep a kill waiting. */
const REACHED = 0.9;

/** `kills` kills at random moments of a campaign, spread evenly over the roles, in a random order. */
export function planKills(
  random: Random,
  { contacts, kills, roles }: { contacts: number; kills: number; roles: readonly Role[] },
): PlannedKill[] {
  const victims = shuffled(
    random,
    Array.from({ length: kills }, (_, n) => roles[n % roles.length]).filter((role) => role !== undefined),
  );
  const last = Math.floor(contacts * LINES_A_CONTACT * REACHED);
  const moments = Array.from({ length: kills }, () => randomInteger(random, last)).toSorted((a, b) => a - b);
  return victims.map((role, n) => ({ role, atLine: moments[n] ?? 0 }));
}
