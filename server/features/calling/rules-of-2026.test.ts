import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Calendar } from '#shared/calling/calendar.ts';
import { callingRulesSchema } from '#shared/calling/calling-rules.ts';
import type { CallingHours } from '#shared/schemas/calling/calling.ts';
import { DAY_MS } from '#shared/time-units.ts';
import bundled from './calling-rules.json' with { type: 'json' };
import { createContactPlaces } from './places/contact-places.ts';

const calendar = new Calendar(callingRulesSchema.parse(bundled));
const places = createContactPlaces();
const ALL_DAY: CallingHours = { from: '08:00', to: '21:00', days: [1, 2, 3, 4, 5, 6, 7] };

/** The window classes of the contacts of a list, whose columns are id, names, two numbers and perhaps a state. */
function classesOf(file: string): string[] {
  const text = readFileSync(new URL(`../../../shared/fixtures/world/${file}`, import.meta.url), 'utf8');
  const [, ...rows] = text.trim().split('\n');
  return rows.map((row) => {
    const [, , , , phone = '', state] = row.trim().split(',');
    return places.keyOf({ phone, state });
  });
}

/** Returns the openings of a local day in the time of a zone, such as 08:00-20:00. */
function openOn(window: string, date: string, zone: string): string[] {
  const midnight = new Date(`${date}T08:00:00Z`);
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' });
  return calendar
    .openings(window, ALL_DAY, { from: midnight, to: new Date(midnight.getTime() + DAY_MS - 1) })
    .map(({ from, to }) => `${format.format(from)}-${format.format(to)}`);
}

describe('Alabama', () => {
  test.each(classesOf('21-area-code-483.csv'))('its rules hold for the class %s', (window) => {
    expect(openOn(window, '2026-12-02', 'America/Chicago')).toEqual(['08:00-20:00']);
    expect(openOn(window, '2026-12-06', 'America/Chicago')).toEqual([]);
    expect(openOn(window, '2026-12-25', 'America/Chicago')).toEqual([]);
  });
});

describe('Oregon, from 2026 on', () => {
  test.each(classesOf('22-oregon.csv'))(
    'until 8 PM, and three calls in 24 hours, for the class %s',
    (window) => {
      const [opening = ''] = openOn(window, '2026-12-02', 'America/Los_Angeles');
      expect(opening).toMatch(/-(19|20):00$/);
      expect(opening >= '08:00').toBe(true);
      expect(calendar.dailyLimit(window)).toBe(3);
      const [before = ''] = openOn(window, '2025-12-03', 'America/Los_Angeles');
      expect(before).toMatch(/-(20|21):00$/);
    },
  );

  test('a number of Portland is called from 8 AM to 8 PM there', () => {
    const [portland = ''] = classesOf('22-oregon.csv');
    expect(openOn(portland, '2026-12-02', 'America/Los_Angeles')).toEqual(['08:00-20:00']);
    expect(openOn(portland, '2025-12-03', 'America/Los_Angeles')).toEqual(['08:00-21:00']);
  });
});
