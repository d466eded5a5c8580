import { describe, expect, it, test } from 'vitest';
import {
  bestHour,
  bestWeekday,
  hourLabel,
  hourSpan,
  WEEKDAY_NUMBERS,
  weekdayName,
  type WeekHour,
} from './hours-of-week.ts';

const hour = (weekday: number, at: number, delivered: number, failed: number): WeekHour => ({
  weekday,
  hour: at,
  delivered,
  failed,
});

test.each([
  [0, '12–1 AM'],
  [10, '10–11 AM'],
  [11, '11 AM–12 PM'],
  [12, '12–1 PM'],
  [23, '11 PM–12 AM'],
])('the hour %i is %s', (at, text) => {
  expect(hourSpan(at)).toBe(text);
});

describe('the best hour', () => {
  it('is unknown without calls, and with too few of them', () => {
    expect(bestHour([])).toBeUndefined();
    expect(bestHour([hour(2, 10, 19, 0), hour(3, 10, 10, 5)])).toBeUndefined();
  });

  it('is that with the highest share of deliveries', () => {
    const best = bestHour([hour(1, 9, 60, 20), hour(2, 10, 78, 2), hour(5, 16, 70, 10)]);
    expect(best).toMatchObject({ weekday: 2, hour: 10, delivered: 78, calls: 80 });
    expect(weekdayName(best?.weekday ?? 0)).toBe('Tuesday');
  });

  it('is not one with a few lucky calls', () => {
    expect(bestHour([hour(1, 9, 20, 0), hour(2, 10, 985, 15)])).toMatchObject({ weekday: 2 });
  });
});

test('the best weekday adds up its hours', () => {
  const hours = [hour(1, 9, 10, 5), hour(1, 10, 10, 5), hour(7, 9, 15, 0), hour(7, 10, 14, 1)];
  expect(bestWeekday(hours)).toEqual({ weekday: 7, delivered: 29, calls: 30 });
});

test('weekdays and hours have their names', () => {
  expect([...WEEKDAY_NUMBERS, 8].map(weekdayName)).toEqual([
    ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday', ''],
  ]);
  expect([0, 1, 11, 12, 13, 23].map(hourLabel)).toEqual([
    ...['12 AM', '1 AM', '11 AM', '12 PM', '1 PM', '11 PM'],
  ]);
});

test('the rate that is at least likely is that of Wilson: so many calls are as good as fewer with a better rate', () => {
  // Lower bounds of the 95 % interval: 20 of 20 is 83.9 %, 90 of 100 is 82.6 %, 91 of 100 is 83.8 %, 92 of 100 is 85.0 %.
  const lucky = hour(1, 9, 20, 0);
  expect(
    [90, 91, 92].map((delivered) => bestHour([lucky, hour(2, 9, delivered, 100 - delivered)])?.weekday),
  ).toEqual([1, 1, 2]);
  expect(bestHour([hour(1, 9, 20, 0), hour(2, 9, 20, 0)])?.weekday).toBe(1);
});
