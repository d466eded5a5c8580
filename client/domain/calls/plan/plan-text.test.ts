import { expect, test } from 'vitest';
import type { CallingPlan } from '#shared/schemas/calling/calling-plan.ts';
import { durationOf, hoursSummary, theirHours, withoutZone, yourHours } from './plan-text.ts';

const plan: CallingPlan = {
  drop_date: '2026-11-24T16:00:00.000Z',
  contacts: 30,
  hours: [
    { starts_at: '2026-11-24T16:00:00.000Z', callable: 30, calls: 20 },
    { starts_at: '2026-11-24T17:00:00.000Z', callable: 10, calls: 10 },
    { starts_at: '2026-11-24T18:00:00.000Z', callable: 0, calls: 0 },
    { starts_at: '2026-11-24T19:00:00.000Z', callable: 5, calls: 0 },
  ],
  local_hours: [{ day: '2026-11-24', hour: 9, callable: 30, calls: 20 }],
  openings: [],
  first_call_at: '2026-11-24T16:00:00.000Z',
  estimated_end: '2026-11-24T18:30:00.000Z',
  after_last_day: 0,
  never_open: [],
  rules: [],
  rules_reviewed: null,
  disclaimer: '',
};

test('hours are shown in the time of the user, and in that of each person', () => {
  expect(yourHours(plan, 'America/Los_Angeles')[0]).toEqual({
    key: '2026-11-24T16:00:00.000Z',
    hour: 8,
    label: 'Tue, 8 AM',
    value: 30,
    part: 20,
  });
  expect(theirHours(plan)).toMatchObject([{ hour: 9, label: 'Tue, 9 AM', value: 30, part: 20 }]);
  expect(yourHours({ ...plan, hours: plan.hours.slice(0, 1) }, 'Europe/Athens')[0]?.label).toBe('Tue, 6 PM');
});

test('the text alternative names the times in which people may be called', () => {
  expect(hoursSummary(yourHours(plan, 'UTC'), 'in your time')).toBe(
    'Contacts that may be called, in your time: Tue, 4 PM to Tue, 6 PM: up to 30; Tue, 7 PM to the end of the chart: up to 5',
  );
  expect(hoursSummary([], 'in your time')).toContain('nobody in these two days');
});

test.each([
  ['2026-11-24T16:00:30.000Z', 'A minute or less'],
  ['2026-11-24T16:01:00.000Z', 'A minute or less'],
  ['2026-11-24T16:01:01.000Z', 'About 2 minutes'],
  ['2026-11-24T17:30:00.000Z', 'About 90 minutes'],
  ['2026-11-24T17:59:00.000Z', 'About 119 minutes'],
  ['2026-11-24T18:00:00.000Z', 'About 2 hours'],
  ['2026-11-26T15:59:00.000Z', 'About 48 hours'],
  ['2026-11-26T16:00:00.000Z', 'About 2 days'],
  ['2026-11-26T16:01:00.000Z', 'About 3 days'],
  ['2026-11-24T18:30:00.000Z', 'About 3 hours'],
  ['2026-11-27T16:00:00.000Z', 'About 3 days'],
  [null, 'More than 30 days'],
])('until %s it takes: %s', (estimated_end, text) => {
  expect(durationOf({ ...plan, estimated_end })).toBe(text);
});

test('contacts without a known time zone are counted', () => {
  const classes = [
    { window: '*', count: 2 },
    { window: '*|TX', count: 1 },
    { window: 'America/Chicago|TX', count: 7 },
  ];
  expect(withoutZone(classes)).toBe(3);
});

test('hours have their names on the clock, from midnight on', () => {
  const hours = [0, 1, 11, 12, 13, 23].map((hour) => ({ day: '2026-11-24', hour, callable: 1, calls: 0 }));
  expect(theirHours({ ...plan, local_hours: hours }).map(({ label, key }) => [label, key])).toEqual([
    ['Tue, 12 AM', '2026-11-24T0'],
    ['Tue, 1 AM', '2026-11-24T1'],
    ['Tue, 11 AM', '2026-11-24T11'],
    ['Tue, 12 PM', '2026-11-24T12'],
    ['Tue, 1 PM', '2026-11-24T13'],
    ['Tue, 11 PM', '2026-11-24T23'],
  ]);
});

test('a plan whose first call is never has no length', () => {
  expect(durationOf({ ...plan, first_call_at: null })).toBe('Never');
});
