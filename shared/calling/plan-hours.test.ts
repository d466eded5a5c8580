import { expect, test } from 'vitest';
import { HOUR_MS } from '../time-units.ts';
import { hourBars, localHourOf, localHours, openingsOf, type OpenClass } from './plan-hours.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const after = (hours: number) => NOON + hours * HOUR_MS;
const iso = (hours: number) => new Date(after(hours)).toISOString();

/** Two classes that are open at different hours, one of them twice. */
const EAST: OpenClass = {
  count: 3,
  zone: 'America/New_York',
  open: [
    { from: after(1), to: after(2.5) },
    { from: after(5), to: after(6) },
  ],
};
const WEST: OpenClass = { count: 10, zone: 'America/Los_Angeles', open: [{ from: after(2), to: after(4) }] };

test('the bar of an hour counts those who may be called in a part of it, beside the calls expected', () => {
  const calls = [0, 1, 2, 3, 4, 5, 6];
  expect(hourBars([EAST, WEST], NOON, calls)).toEqual(
    [0, 3, 13, 10, 0, 3, 0].map((callable, hour) => ({ starts_at: iso(hour), callable, calls: hour })),
  );
});

test('the bars of local hours count those whose own time it is then', () => {
  const calls = new Map([
    [localHourOf('America/Los_Angeles', after(2)), 4.4],
    [localHourOf('America/Los_Angeles', after(3)), 5.6],
    [localHourOf('America/New_York', after(1)), 3],
  ]);
  const bars = localHours([EAST, WEST], after(5.5), calls).filter(({ callable }) => callable > 0);
  // New York is 5 hours behind UTC in November, Los Angeles 8.
  expect(bars).toEqual([
    { day: '2026-11-20', hour: 6, callable: 10, calls: 4 },
    { day: '2026-11-20', hour: 7, callable: 10, calls: 6 },
    { day: '2026-11-20', hour: 8, callable: 3, calls: 3 },
    { day: '2026-11-20', hour: 9, callable: 3, calls: 0 },
    { day: '2026-11-20', hour: 12, callable: 3, calls: 0 },
  ]);
  expect(localHours([EAST, WEST], after(1), calls)).toEqual([]);
});

test('openings are in order, equal ones together, in the zone of most people', () => {
  const same: OpenClass = { count: 4, zone: 'America/Bogota', open: [{ from: after(1), to: after(2.5) }] };
  const longer: OpenClass = { count: 1, zone: 'America/Lima', open: [{ from: after(1), to: after(3) }] };
  expect(openingsOf([longer, WEST, EAST, same])).toEqual([
    { opens_at: iso(1), closes_at: iso(2.5), zone: 'America/Bogota', contacts: 7 },
    { opens_at: iso(1), closes_at: iso(3), zone: 'America/Lima', contacts: 1 },
    { opens_at: iso(2), closes_at: iso(4), zone: 'America/Los_Angeles', contacts: 10 },
    { opens_at: iso(5), closes_at: iso(6), zone: 'America/New_York', contacts: 3 },
  ]);
});
