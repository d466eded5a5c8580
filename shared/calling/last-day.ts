import { endOfWindow, utcDay } from '../drop-schedule.ts';
import { DAY_MS } from '../time-units.ts';
import { STATE_ZONES } from './state-zones.ts';
import { offsetsOf } from './zone-offsets.ts';

/** Returns the moment at which a day (YYYY-MM-DD) ends in a time zone, in milliseconds. */
export function endOfDayIn(zone: string, day: string): number {
  const midnight = Date.parse(day) + DAY_MS;
  const offsets = offsetsOf(zone);
  // The offset of about that moment, then the one that holds there.
  return midnight - offsets.at(midnight - offsets.at(midnight));
}

/** Returns the moment from which on a day (YYYY-MM-DD) is over for everybody who can be called. */
export function endOfDayEverywhere(day: string): Date {
  const zones = new Set(Object.values(STATE_ZONES).flat());
  return new Date(Math.max(...[...zones].map((zone) => endOfDayIn(zone, day))));
}

/**
 * Returns what is wrong with the last day of calling of a campaign that starts at its drop date; null if nothing is. A day
 * counts as long as it lasts in the last zone: people there may be called yet.
 */
export function lastDayProblem(day: string, dropDate: Date, now: Date): string | null {
  if (day > utcDay(endOfWindow(now))) return 'The last day of calling may be at most one year ahead';
  if (endOfDayEverywhere(day) <= dropDate)
    return 'The last day of calling is over before the campaign starts';
  return null;
}
