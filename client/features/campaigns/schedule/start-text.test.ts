import { expect, test } from 'vitest';
import { localTime, startText } from './start-text.ts';

const now = new Date('2026-11-20T10:15:00Z');

test('a future start is shown in UTC', () => {
  expect(startText('2026-11-21', '09:30', now)).toBe('Starts Nov 21, 2026 at 09:30 UTC.');
});

test.each([
  ['2026-11-20', '10:00'],
  ['2026-11-01', '16:00'],
])('a start on %s at %s is in the past', (day, time) => {
  expect(startText(day, time, now)).toBe('Starts one minute after you publish it.');
  expect(localTime(day, time, now)).toBeNull();
});

test('the local time is that of the browser', () => {
  expect(localTime('2026-11-21', '09:30', now)).toContain('In your time: Nov 2');
});
