import { utcDay } from '#shared/drop-schedule.ts';
import { Calendar } from '#shared/calling/calendar.ts';
import type { CallingRules } from '#shared/calling/calling-rules.ts';
import { ANYWHERE } from '#shared/calling/window-class.ts';
import { DAY_MS } from '#shared/time-units.ts';

const FORTNIGHT_MS = 14 * DAY_MS;
const FORTNIGHTS = 26;

/**
 * Returns a line that says from when on numbers of no known place could not be called, as the strictest rules of all states
 * leave no hour within two weeks; undefined if there is one in every fortnight of the year from `from`.
 */
export function callingRulesProblem(rules: CallingRules, from: Date): string | undefined {
  const calendar = new Calendar(rules);
  const starts = Array.from({ length: FORTNIGHTS }, (_, n) => new Date(from.getTime() + n * FORTNIGHT_MS));
  const closed = starts.find((start) => {
    const next = calendar.nextOpening(ANYWHERE, undefined, start);
    return next === undefined || next.getTime() >= start.getTime() + FORTNIGHT_MS;
  });
  if (closed === undefined) return undefined;
  const day = utcDay(closed);
  return `The rules of all states together leave no hour in the two weeks from ${day}: numbers of no known place, such as toll-free ones, cannot be called then.`;
}
