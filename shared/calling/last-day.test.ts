import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utcDay } from '../drop-schedule.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time-units.ts';
import { Calendar } from './calendar.ts';
import { NO_RULES } from './calling-rules.ts';
import { endOfDayEverywhere, endOfDayIn, lastDayProblem } from './last-day.ts';
import { COUNTRY_ZONES, STATE_ZONES } from './state-zones.ts';
import { windowKey } from './window-class.ts';
import { zonesOfWindow } from './zones-of-window.ts';

const ZONES = [...new Set([...COUNTRY_ZONES, ...Object.values(STATE_ZONES).flat()])];
const calendar = new Calendar(NO_RULES);

/** The day of the calendar in a zone, as Intl says it. */
function dayIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at);
}

const start = Date.UTC(2026, 0, 1);
const moment = fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }).map((minutes) => start + minutes * MINUTE_MS);
const dayNear = (at: number) =>
  fc.integer({ min: -3, max: 5 }).map((days) => utcDay(new Date(at + days * DAY_MS)));
const hours = fc.record({
  from: fc.integer({ min: 8, max: 14 }).map((hour) => `${String(hour).padStart(2, '0')}:00`),
  to: fc.integer({ min: 15, max: 21 }).map((hour) => `${String(hour)}:00`),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
});
const window = fc
  .uniqueArray(fc.constantFrom(...ZONES), { maxLength: 3 })
  .map((zones) => windowKey({ zones, states: [] }));
const cases = moment.chain((at) => fc.record({ at: fc.constant(at), day: dayNear(at), hours, window }));

test('nobody is called after the last day of any zone, and everybody who could be before it', () => {
  fc.assert(
    fc.property(cases, ({ at, day, hours: within, window: key }) => {
      const zones = zonesOfWindow(key).map(({ zone }) => zone);
      const isBy = (time: number) => zones.every((zone) => dayIn(zone, time) <= day);
      const now = new Date(at);
      const until = calendar.openUntil(key, within, now, day);
      const without = calendar.openUntil(key, within, now);
      expect(until !== undefined).toBe(without !== undefined && isBy(at));
      if (until !== undefined) expect(isBy(until.getTime() - 1)).toBe(true);

      const next = calendar.nextOpening(key, within, now, day);
      const nextWithout = calendar.nextOpening(key, within, now);
      expect(next).toEqual(
        nextWithout !== undefined && isBy(nextWithout.getTime()) ? nextWithout : undefined,
      );

      const during = { from: now, to: new Date(at + 4 * DAY_MS) };
      const open = calendar.openings(key, within, during, day);
      expect(open).toEqual(calendar.openings(key, within, during).filter(({ from }) => isBy(from.getTime())));
      expect(open.every(({ to }) => isBy(to.getTime() - 1))).toBe(true);

      const utc = Math.floor(at / DAY_MS);
      for (const { to } of calendar.openingsOfDay(key, within, utc, day)) expect(isBy(to - 1)).toBe(true);
    }),
  );
});

test('a day ends in each zone where Intl says so', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
      const day = utcDay(new Date(at));
      const end = endOfDayIn(zone, day);
      expect([dayIn(zone, end - 1), dayIn(zone, end) > day]).toEqual([day, true]);
    }),
  );
});

test('a day is over for everybody when it ends in American Samoa', () => {
  expect(endOfDayEverywhere('2026-12-04')).toEqual(new Date('2026-12-05T11:00:00Z'));
});

test('the earliest zone of a class decides when its last day is over', () => {
  const coasts = 'America/Los_Angeles,America/New_York';
  expect(calendar.endOf(coasts, '2026-12-04')).toEqual(new Date('2026-12-05T05:00:00Z'));
});

const NOW = new Date('2026-11-28T12:00:00Z');

test.each<[day: string, drop: string, problem: RegExp | null]>([
  ['2026-12-04', '2026-12-04T16:00:00Z', null],
  ['2026-12-03', '2026-12-04T10:59:00Z', null],
  ['2026-12-03', '2026-12-04T11:00:00Z', /over before the campaign starts/],
  ['2027-11-28', '2026-12-04T16:00:00Z', null],
  ['2027-11-29', '2026-12-04T16:00:00Z', /at most one year ahead/],
])('the last day %s of a campaign that starts at %s: %s', (day, drop, problem) => {
  const found = lastDayProblem(day, new Date(drop), NOW);
  if (problem === null) expect(found).toBeNull();
  else expect(found).toMatch(problem);
});

test('openings at night do not outlive the day', () => {
  const late = { from: '08:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7] };
  const before = new Date(Date.parse('2026-12-05T01:59:00Z'));
  expect(calendar.openUntil('America/New_York', late, before, '2026-12-04')).toEqual(
    new Date(before.getTime() + MINUTE_MS),
  );
  expect(calendar.openUntil('America/New_York', late, before, '2026-12-03')).toBeUndefined();
  expect(
    calendar.nextOpening('America/New_York', late, new Date(before.getTime() + HOUR_MS), '2026-12-04'),
  ).toBeUndefined();
});
