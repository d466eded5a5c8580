import { expect, test } from 'vitest';
import { lastDayText, localTime, paceText } from '#client/domain/campaigns/schedule-text.ts';
import { startText, paceHint, paceOf, PACE_OPTIONS, paceValue, timeOptions } from './schedule-text.ts';

const now = new Date('2026-11-20T10:15:00Z');

test('each time of a day is shown in UTC and in the zone of the reader', () => {
  const winter = timeOptions('2026-11-30', 'America/New_York');
  expect(winter[32]).toEqual({ value: '16:00', label: '16:00 UTC · 11:00 AM your time' });
  expect(timeOptions('2026-07-01', 'America/New_York')[32]?.label).toBe('16:00 UTC · 12:00 PM your time');
  expect(winter).toHaveLength(48);
});

test('the last day of calling says what becomes of the calls that are left', () => {
  expect(lastDayText('2026-12-04')).toBe(
    'Calls not made by Dec 04, 2026 in each person’s time are released.',
  );
});

test('a future start is shown in UTC', () => {
  expect(startText('2026-11-21', '09:30', now)).toBe('Starts Nov 21, 2026 at 09:30 UTC.');
});

test.each([
  ['2026-11-20', '00:00', now, 'Nov 20, 2026 at 00:00 UTC has passed'],
  ['2026-11-01', '16:00', now, 'Nov 01, 2026 at 16:00 UTC has passed'],
  [
    '2026-11-20',
    '10:30',
    new Date('2026-11-20T10:29:30Z'),
    'Nov 20, 2026 at 10:30 UTC is less than a minute away',
  ],
])('a start on %s at %s is moved, and one sentence says so', (day, time, now, reason) => {
  expect(startText(day, time, now)).toBe(`${reason}: the campaign starts one minute after you publish it.`);
  expect(localTime(day, time, now)).toBeNull();
});

test('the local time is that of the browser', () => {
  expect(localTime('2026-11-21', '09:30', now)).toContain('In your time: Nov 2');
});

test('each option maps to its pace and back', () => {
  for (const { value, label } of PACE_OPTIONS) {
    expect(paceText(paceOf(value))).toBe(label);
    expect(paceValue(paceOf(value))).toBe(value);
  }
  expect(paceOf('')).toBeNull();
  expect(paceText(1200)).toBe('Up to 1,200 calls a minute');
});

test.each([
  [null, 1000, 'Each person is called once.'],
  [60, null, 'Each person is called once.'],
  [60, 1, 'Each person is called once. 1 contact takes about a minute.'],
  [60, 1000, 'Each person is called once. 1,000 contacts take about 17 minutes.'],
  [60, 7140, 'Each person is called once. 7,140 contacts take about 119 minutes.'],
  [60, 10_000, 'Each person is called once. 10,000 contacts take about 3 hours.'],
  [10, 100_000, 'Each person is called once. 100,000 contacts take about 7 days.'],
])('%s calls a minute for %s contacts show "%s"', (pace, contacts, hint) => {
  expect(paceHint(pace, contacts, null)).toBe(hint);
  const retry = { after_days: 1, times: 2 };
  const once = 'Each person is called once.';
  expect(paceHint(pace, contacts, retry)).toBe(hint.replace(once, 'Only failed calls are made again.'));
});
