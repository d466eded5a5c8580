import { expect, test, vi } from 'vitest';
import {
  hasPassed,
  lastDayText,
  localTime,
  paceText,
  RETRY_DAYS,
  RETRY_TIMES,
  retryText,
} from './schedule-text.ts';

const NOW = new Date('2026-11-20T11:00:00Z');

test('a start at least a minute away is said in the time of the browser', () => {
  const format = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (locale, options) {
    format.mockRestore();
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Europe/Berlin' });
  });
  expect(localTime('2026-11-20', '16:05', NOW)).toBe('In your time: Nov 20, 2026, 5:05 PM GMT+1');
});

test.each([
  ['2026-11-19', '23:00', true],
  ['2026-11-20', '10:59', true],
  ['2026-11-20', '11:00', true],
  ['2026-11-20', '11:01', false],
  ['2026-11-21', '00:00', false],
])('whether a start on %s at %s has passed: %s', (day, time, passed) => {
  expect(hasPassed(day, time, NOW)).toBe(passed);
  expect(localTime(day, time, NOW) === null).toBe(passed);
});

test('what becomes of calls after the last day, and who is called again, is said', () => {
  expect(lastDayText('2026-12-04')).toBe(
    'Calls not made by Dec 04, 2026 in each person’s time are released.',
  );
  expect(retryText({ after_days: 1, times: 1 })).toBe('Retries failed calls 1 day after it finishes, once.');
  expect(retryText({ after_days: 2, times: 3 })).toBe(
    'Retries failed calls 2 days after it finishes, up to 3 times.',
  );
});

test('the choices of retries are those that the server takes', () => {
  expect(RETRY_TIMES).toEqual([
    { value: '0', label: 'Never' },
    { value: '1', label: 'Once' },
    { value: '2', label: 'Up to 2 times' },
    { value: '3', label: 'Up to 3 times' },
  ]);
  expect(RETRY_DAYS).toHaveLength(14);
  expect([RETRY_DAYS[0], RETRY_DAYS.at(-1)]).toEqual([
    { value: '1', label: '1 day' },
    { value: '14', label: '14 days' },
  ]);
});

test('a pace is a number of calls a minute, or none', () => {
  expect([paceText(null), paceText(1), paceText(1_200)]).toEqual([
    'As fast as possible',
    'Up to 1 call a minute',
    'Up to 1,200 calls a minute',
  ]);
});
