import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts';
import { offsetsOf } from './zone-offsets.ts';

/** Changes by an hour and by half an hour, at midnight, to another day, and none. */
const ZONES = [
  ...['America/New_York', 'Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC'],
];

/** What the clocks of a zone show, as if they were in UTC. */
function clockOf(zone: string, time: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return Date.parse(`${format.format(time).replace(' ', 'T')}Z`);
}

const day = fc.integer({ min: -700, max: 25_000 });
const YEARS = { min: -60 * 365 * DAY_MS, max: 68 * 365 * DAY_MS };

test('the offset is how far the clocks of the zone are ahead of UTC', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), fc.integer(YEARS), (zone, time) => {
      const second = Math.floor(time / SECOND_MS) * SECOND_MS;
      expect(offsetsOf(zone).at(time)).toBe(clockOf(zone, time) - second);
    }),
  );
});

test('the stretches of a day are all of it, in order', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), day, (zone, utcDay) => {
      const stretches = offsetsOf(zone).ofDay(utcDay);
      expect(stretches.map(({ from }) => from)).toEqual([
        utcDay * DAY_MS,
        ...stretches.slice(0, -1).map(({ to }) => to),
      ]);
      expect(stretches.at(-1)?.to).toBe((utcDay + 1) * DAY_MS);
    }),
  );
});

test.each([
  ['America/New_York', '2026-11-01T06:00:00Z', -240, -300],
  ['America/New_York', '2027-03-14T07:00:00Z', -300, -240],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 630, 660],
  ['America/Havana', '2026-03-08T05:00:00Z', -300, -240],
  ['Pacific/Apia', '2011-12-30T10:00:00Z', -600, 840],
  // The end of a UTC day, and the middle of one at no full hour.
  ['Asia/Amman', '2022-02-24T22:00:00Z', 120, 180],
  ['America/St_Johns', '2006-10-29T02:31:00Z', -150, -210],
])('%s changes its offset at %s, to the second', (zone, at, before, after) => {
  const change = Date.parse(at);
  const offsets = [change - SECOND_MS, change - 1, change, change + SECOND_MS].map((time) =>
    offsetsOf(zone).at(time),
  );
  expect(offsets.map((offset) => offset / MINUTE_MS)).toEqual([before, before, after, after]);
});

test('a zone that does not exist has no offsets', () => {
  expect(() => offsetsOf('America/Atlantis')).toThrow(RangeError);
});
