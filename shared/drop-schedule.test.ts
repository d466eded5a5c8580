import { describe, expect, test } from 'vitest';
import {
  CAMPAIGN_TIMES,
  dropMoment,
  endOfWindow,
  formatDay,
  formatDayRange,
  resolveDropDate,
} from './drop-schedule.ts';

const now = new Date('2026-11-20T10:15:30.000Z');
const resolved = (wanted: string | undefined) => {
  const result = resolveDropDate(wanted, now);
  return result.ok ? result.date.toISOString() : result.message;
};

test('there are 48 campaign times, half an hour apart', () => {
  expect(CAMPAIGN_TIMES).toHaveLength(48);
  expect([CAMPAIGN_TIMES[0], CAMPAIGN_TIMES[1], CAMPAIGN_TIMES[47]]).toEqual(['00:00', '00:30', '23:30']);
});

describe('the drop date', () => {
  test.each([undefined, '', '2026-11-20', '2026-11-20T10:16:00Z', '1999-01-01T00:00:00Z'])(
    '%s is moved to one minute from now',
    (wanted) => {
      expect(resolved(wanted)).toBe('2026-11-20T10:16:30.000Z');
    },
  );

  test('a later time is kept; without a zone it is UTC', () => {
    expect(resolved(dropMoment('2026-11-21', '09:30'))).toBe('2026-11-21T09:30:00.000Z');
    expect(resolved('2026-11-21T09:30')).toBe('2026-11-21T09:30:00.000Z');
    expect(resolved('2026-11-21T09:30:00+02:00')).toBe('2026-11-21T07:30:00.000Z');
    expect(resolved('2026-11-21T09:30:00+0200')).toBe('2026-11-21T07:30:00.000Z');
    expect(resolved(' 2026-11-21T09:30 ')).toBe('2026-11-21T09:30:00.000Z');
    expect(resolved('2026-11-21')).toBe('2026-11-21T00:00:00.000Z');
  });

  test('the window ends with the UTC day one year ahead', () => {
    expect(endOfWindow(now).toISOString()).toBe('2027-11-20T23:59:59.999Z');
    expect(resolved('2027-11-20T23:59:59.999Z')).toBe('2027-11-20T23:59:59.999Z');
    expect(resolved('2027-11-21T00:00:00Z')).toBe('The start date may be at most one year ahead');
    expect(endOfWindow(new Date('2028-02-29T12:00:00Z')).toISOString()).toBe('2029-03-01T23:59:59.999Z');
  });

  test.each([
    'tomorrow',
    '20',
    '2026-11-21 10:00',
    '2026-11-21T10:00 PST',
    '2026-13-01',
    '2027-02-30T10:00:00Z',
    '2026-11-21T25:00:00Z',
    '11/21/2026',
  ])('%s is not a date', (wanted) => {
    expect(resolved(wanted)).toBe('The start date is not a date');
  });
});

test('days are formatted as MMM DD, YYYY and ranges joined with " to "', () => {
  expect(formatDay('2026-11-05')).toBe('Nov 05, 2026');
  expect(formatDayRange('2026-11-05', '2026-12-01')).toBe('Nov 05, 2026 to Dec 01, 2026');
  expect(formatDayRange('2026-11-05', null)).toBe('Nov 05, 2026');
  expect(formatDayRange('2026-11-05', '2026-11-05')).toBe('Nov 05, 2026');
});
