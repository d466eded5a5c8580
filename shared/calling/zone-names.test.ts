import { describe, expect, test } from 'vitest';
import { dayAndTimeWithZone, nextCallsText, timeWithZone, zoneName } from './zone-names.ts';

test.each([
  ['America/New_York', 'Eastern'],
  ['America/Indiana/Indianapolis', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Boise', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Juneau', 'Alaska'],
  ['America/Adak', 'Aleutian'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Atlantic'],
  ['Pacific/Guam', 'Chamorro'],
  ['UTC', 'UTC'],
])('%s is called %s', (zone, name) => {
  expect(zoneName(zone)).toBe(name);
});

test.each([
  ['2026-07-01T14:00:00Z', '9:00 AM Central'],
  ['2026-12-01T15:00:00Z', '9:00 AM Central'],
  ['2026-12-01T06:00:00Z', '12:00 AM Central'],
])('%s is %s', (at, text) => {
  expect(timeWithZone(new Date(at), 'America/Chicago')).toBe(text);
});

test('a day is the one in the zone', () => {
  const at = new Date('2026-11-24T02:30:00Z');
  expect(dayAndTimeWithZone(at, 'America/Los_Angeles')).toBe('Mon, Nov 23, 6:30 PM Pacific');
});

describe('a campaign that waits says when its next calls are', () => {
  const now = new Date('2026-11-20T02:00:00Z');

  test.each([
    ['2026-11-20T15:00:00Z', 'next calls at 9:00 AM Central'],
    ['2026-11-21T01:59:00Z', 'next calls at 7:59 PM Central'],
    ['2026-11-21T15:00:00Z', 'next calls on Saturday at 9:00 AM Central'],
    ['2026-11-26T15:00:00Z', 'next calls on Nov 26 at 9:00 AM Central'],
    ['2026-11-20T01:59:00Z', 'next calls at 7:59 PM Central'],
  ])('at %s: %s', (at, text) => {
    expect(nextCallsText({ at: new Date(at), zone: 'America/Chicago' }, now)).toBe(text);
  });
});
