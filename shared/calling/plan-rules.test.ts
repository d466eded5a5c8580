import { expect, test } from 'vitest';
import { allSteps } from '../steps.ts';
import { STRICTEST_RULES, type Calendar } from './calendar.ts';
import type { CallingRule } from './calling-rules.ts';
import { appliedRules } from './plan-rules.ts';
import { ANYWHERE } from './window-class.ts';

const rule = (name: string, ...sources: string[]) => ({ name, sources }) as unknown as CallingRule;
const [FLORIDA, ALABAMA] = [rule('Florida: 8 AM to 8 PM', 'fl'), rule('Alabama: no Sundays', 'al', 'gone')];
const SOURCES = { fl: { url: 'https://fl.example' }, al: { url: 'https://al.example' } };
const HELD: Record<string, CallingRule[]> = {
  'America/New_York|FL': [FLORIDA],
  'America/Chicago|AL,FL': [FLORIDA, ALABAMA],
  'America/Denver|CO': [],
  [`${ANYWHERE}|CO`]: [],
};
const calendar = { rulesOf: (window: string) => HELD[window] ?? [FLORIDA] } as unknown as Calendar;
const SHOWN = { from: new Date(0), to: new Date(1) };

const rulesOf = (classes: { window: string; count: number }[], hours?: { from: string; to: string }) =>
  allSteps(
    appliedRules(calendar, { sources: SOURCES } as unknown as Parameters<typeof appliedRules>[1], {
      classes,
      hours: hours as Parameters<typeof appliedRules>[2]['hours'],
      shown: SHOWN,
    }),
  );

test('each rule has the contacts to whom it applies and its known sources, those for all first', () => {
  const classes = [
    { window: 'America/New_York|FL', count: 5 },
    { window: 'America/Chicago|AL,FL', count: 3 },
    { window: 'America/Denver|CO', count: 2 },
    { window: ANYWHERE, count: 7 },
    { window: `${ANYWHERE}|CO`, count: 4 },
  ];
  expect(rulesOf(classes).map(({ name, contacts, sources }) => [name, contacts, sources])).toEqual([
    ['Federal law: 8 AM to 9 PM', 21, [expect.stringContaining('64.1200')]],
    [expect.stringMatching(/^Hark default: /), 21, []],
    ['Alabama: no Sundays', 3, ['https://al.example']],
    ['Florida: 8 AM to 8 PM', 8, ['https://fl.example']],
    [STRICTEST_RULES, 7, []],
  ]);
});

test.each([
  ['08:00', '12:00', '8 AM to 12 PM'],
  ['11:30', '13:00', '11:30 AM to 1 PM'],
  ['12:30', '20:30', '12:30 PM to 8:30 PM'],
  ['00:30', '23:00', '12:30 AM to 11 PM'],
])('the hours of a campaign from %s to %s are %s', (from, to, span) => {
  expect(rulesOf([], { from, to })[1]?.name).toBe(`Hours of the campaign: ${span}`);
});
