import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import { keptTimes } from './kept-backups.ts';

/** A Sunday. */
const NOW = new Date('2026-11-29T12:00:00Z');
const every = (ms: number, count: number) =>
  Array.from({ length: count }, (_, at) => new Date(NOW.getTime() - at * ms));
const textsOf = (times: Iterable<Date>) => [...times].map((time) => time.toISOString().slice(0, 13)).sort();

test('of hourly backups the last ones and the newest of each day are kept', () => {
  const kept = keptTimes(every(HOUR_MS, 60), { last: 2, daily: 3, weekly: 0 });
  expect(textsOf(kept)).toEqual(['2026-11-27T23', '2026-11-28T23', '2026-11-29T11', '2026-11-29T12']);
});

test('of daily backups the newest of each week is kept, which begins on Monday', () => {
  const kept = keptTimes(every(DAY_MS, 30), { last: 0, daily: 0, weekly: 3 });
  expect(textsOf(kept)).toEqual(['2026-11-15T12', '2026-11-22T12', '2026-11-29T12']);
});

test('days without a backup do not count: an interrupted schedule loses none', () => {
  const kept = keptTimes(every(10 * DAY_MS, 5), { last: 0, daily: 3, weekly: 0 });
  expect(textsOf(kept)).toEqual(['2026-11-09T12', '2026-11-19T12', '2026-11-29T12']);
});

test('the newest is kept whatever is asked for, and never more than what is asked for', () => {
  const counts = fc.nat({ max: 5 });
  const times = fc.array(fc.date({ noInvalidDate: true }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(times, counts, counts, counts, (all, last, daily, weekly) => {
      const kept = keptTimes(all, { last, daily, weekly });
      const newest = Math.max(...all.map((time) => time.getTime()));
      expect([...kept].some((time) => time.getTime() === newest)).toBe(true);
      expect(kept.size).toBeLessThanOrEqual(Math.max(1, last) + daily + weekly);
    }),
  );
});
