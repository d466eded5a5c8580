import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { dropMoment, endOfWindow, USUAL_TIME } from '#shared/drop-schedule.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import type { CalendarCampaign } from '#shared/schemas/campaigns/campaign-calendar.ts';
import { dayOf, daysOf, entriesByDay, monthAfter, rangeOf, startDayOf, weeksOf } from './month-days.ts';

/** Zones that change their clocks at night, at midnight, by half an hour, on opposite halves of the year, or never. */
const ZONES = [
  ...['America/New_York', 'Europe/Berlin', 'America/Havana', 'Africa/Cairo', 'Asia/Beirut'],
  ...[
    'Australia/Lord_Howe',
    'Australia/Sydney',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'Pacific/Kiritimati',
    'UTC',
  ],
];

afterEach(() => {
  vi.unstubAllEnvs();
});

const month = fc
  .record({ year: fc.integer({ min: 2015, max: 2030 }), index: fc.integer({ min: 1, max: 12 }) })
  .map(({ year, index }) => `${String(year)}-${String(index).padStart(2, '0')}`);

/** Campaigns around a month, many of them near midnights. */
const campaigns = fc.array(
  fc.record({
    status: fc.constantFrom(...CAMPAIGN_STATUSES),
    start: fc.integer({ min: -40 * 48, max: 40 * 48 }),
    length: fc.option(fc.integer({ min: 0, max: 200 })),
  }),
  { maxLength: 20 },
);

/** Asks another implementation than the one that is tested. */
function dayIn(zone: string, at: string | Date): string {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(new Date(at));
}

test('every campaign is on exactly its days, whatever the zone and its clock', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      month,
      campaigns,
      fc.integer({ min: 0, max: 800 }),
      (zone, shown, given, hour) => {
        vi.stubEnv('TZ', zone);
        const { from, until } = rangeOf(shown);
        const first = Date.parse(from);
        const all = given.map(({ status, start, length }, n): CalendarCampaign => {
          const starts = first + (start * HOUR_MS) / 2;
          const isOver = (status === 'Success' || status === 'Failed') && length !== null;
          return {
            id: String(n),
            name: `c${String(n)}`,
            status,
            starts_at: new Date(starts).toISOString(),
            finished_at: isOver ? new Date(starts + length * HOUR_MS).toISOString() : null,
            last_day: null,
            planned_end: null,
            total: 1,
          };
        });
        const now = new Date(first + hour * HOUR_MS);
        const days = entriesByDay(all, now);
        for (const { id, status, starts_at: start, finished_at: end } of all) {
          const moments = [start, ...(end === null ? [] : [end]), ...(status === 'Sending' ? [now] : [])];
          const expected = [...new Set(moments.map((at) => dayIn(zone, at)))].sort();
          const on = [...days].flatMap(([day, entries]) =>
            entries.filter(({ campaign }) => campaign.id === id).map(() => day),
          );
          expect(on.sort()).toEqual(expected);
          // What the server returns for the range is what has a day in the month.
          const isIn = moments.some((at) => new Date(at) >= new Date(from) && new Date(at) < new Date(until));
          expect(on.some((day) => daysOf(shown).includes(day))).toBe(isIn);
        }
      },
    ),
  );
});

test('a month has each of its days once, in the column of its weekday, and begins where the last one ends', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), month, (zone, shown) => {
      vi.stubEnv('TZ', zone);
      const weeks = weeksOf(shown);
      expect(weeks.flat().filter((day) => day !== null)).toEqual(daysOf(shown));
      for (const week of weeks) {
        expect(week).toHaveLength(7);
        expect(week.some((day) => day !== null)).toBe(true);
        for (const [column, day] of week.entries())
          if (day !== null) expect(new Date(`${day}T12:00:00Z`).getUTCDay()).toBe(column);
      }
      const { from, until } = rangeOf(shown);
      expect(rangeOf(monthAfter(shown, 1)).from).toBe(until);
      expect(monthAfter(monthAfter(shown, 13), -13)).toBe(shown);
      expect([dayOf(from), dayOf(new Date(Date.parse(until) - 1))]).toEqual([
        daysOf(shown)[0],
        daysOf(shown).at(-1),
      ]);
      expect(dayOf(new Date(Date.parse(from) - 1)).slice(0, 7)).toBe(monthAfter(shown, -1));
    }),
  );
});

test('a campaign that is begun on a day of the reader starts on it, and never in the past', () => {
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), moment, moment, (zone, at, now) => {
      vi.stubEnv('TZ', zone);
      const day = dayOf(at);
      const start = startDayOf(day, now);
      if (start !== null) {
        expect(dayIn(zone, dropMoment(start, USUAL_TIME))).toBe(day);
        expect(start >= now.toISOString().slice(0, 10)).toBe(true);
      }
      const drop = Date.parse(`${day}T00:00:00Z`);
      // Two days beside an end of the window, so that no zone matters.
      const isWithin =
        drop > now.getTime() + 48 * HOUR_MS && drop < endOfWindow(now).getTime() - 48 * HOUR_MS;
      if (isWithin) expect(start).not.toBeNull();
    }),
  );
});
