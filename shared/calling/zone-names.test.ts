import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayAndTime, localTime, nextCallsText, timeWithZone, zoneName } from './zone-names.ts';

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
  ['Europe/London', 'Greenwich Mean'],
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
  expect(dayAndTime(at, 'America/Los_Angeles')).toBe('Mon, Nov 23, 6:30 PM');
});

test('date and time in a zone are those of its clocks, around every change too', () => {
  const clockOf = (timeZone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const zones = [
    'America/New_York',
    'America/Phoenix',
    'Pacific/Guam',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
  ];
  const clocks = new Map(zones.map((zone) => [zone, clockOf(zone)]));
  const noInvalidDate = true;
  const [min, max] = [new Date('2020-01-01T00:00:00Z'), new Date('2037-12-31T00:00:00Z')];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.date({ min, max, noInvalidDate }), (zone, at) => {
      expect(localTime(at, zone)).toBe(clocks.get(zone)?.format(at));
    }),
    { numRuns: 2_000 },
  );
  const minutes = [...Array(240).keys()].map((minute) => new Date(Date.UTC(2026, 10, 1, 4, minute)));
  for (const at of minutes)
    expect(localTime(at, 'America/New_York')).toBe(clocks.get('America/New_York')?.format(at));
});

describe('a campaign that waits says when its next calls are', () => {
  const now = new Date('2026-11-20T02:00:00Z');

  test.each([
    ['2026-11-20T15:00:00Z', 'next calls at 9:00 AM Central'],
    ['2026-11-21T01:59:00Z', 'next calls at 7:59 PM Central'],
    ['2026-11-21T02:00:00Z', 'next calls on Friday at 8:00 PM Central'],
    ['2026-11-21T15:00:00Z', 'next calls on Saturday at 9:00 AM Central'],
    ['2026-11-26T01:59:00Z', 'next calls on Wednesday at 7:59 PM Central'],
    ['2026-11-26T02:00:00Z', 'next calls on Nov 25 at 8:00 PM Central'],
    ['2026-11-26T15:00:00Z', 'next calls on Nov 26 at 9:00 AM Central'],
    ['2026-11-20T01:59:00Z', 'next calls at 7:59 PM Central'],
  ])('at %s: %s', (at, text) => {
    expect(nextCallsText({ at: new Date(at), zone: 'America/Chicago' }, now)).toBe(text);
  });
});
