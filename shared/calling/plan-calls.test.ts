import { describe, expect, test } from 'vitest';
import { Calendar } from './calendar.ts';
import { NO_RULES } from './calling-rules.ts';
import { allSteps } from '../steps.ts';
import { planCalls, plannedEnd } from './plan-calls.ts';

const [NEW_YORK, CHICAGO, HONOLULU] = ['America/New_York', 'America/Chicago', 'Pacific/Honolulu'];
/** 9:30 in New York, before the hours of the others. */
const DROP = new Date('2026-11-23T14:30:00Z');

const plan = (
  classes: { window: string; count: number }[],
  pace = 60,
  hours?: { from: string; to: string },
  lastDay?: string,
) =>
  allSteps(
    planCalls(new Calendar(NO_RULES), NO_RULES, {
      classes,
      hours: hours === undefined ? undefined : { ...hours, days: [1, 2, 3, 4, 5, 6, 7] },
      dropDate: DROP,
      pace,
      lastDay,
    }),
  );

test('calls begin with the first class that is open and end with the last one', () => {
  const planned = plan([
    { window: HONOLULU, count: 60 },
    { window: NEW_YORK, count: 600 },
  ]);
  expect(planned).toMatchObject({
    drop_date: DROP.toISOString(),
    contacts: 660,
    never_open: [],
    first_call_at: DROP.toISOString(),
    estimated_end: '2026-11-23T19:01:00.000Z',
  });
  expect(planned.hours[0]).toEqual({ starts_at: '2026-11-23T14:00:00.000Z', callable: 600, calls: 600 });
  expect(planned.hours[5]).toEqual({ starts_at: '2026-11-23T19:00:00.000Z', callable: 660, calls: 60 });
});

test('nobody is called before the drop date, nor are openings shown that begin before it', () => {
  const { openings, first_call_at: first } = plan([{ window: NEW_YORK, count: 1 }]);
  expect(openings[0]).toMatchObject({ opens_at: DROP.toISOString(), closes_at: '2026-11-24T01:00:00.000Z' });
  expect(first).toBe(DROP.toISOString());
  expect(plan([{ window: CHICAGO, count: 1 }]).first_call_at).toBe('2026-11-23T15:00:00.000Z');
});

test('a class that is given twice is one', () => {
  const classes = [
    { window: NEW_YORK, count: 2 },
    { window: NEW_YORK, count: 3 },
  ];
  const { contacts, openings } = plan(classes);
  expect([contacts, openings[0]?.contacts]).toEqual([5, 5]);
});

test('a class that never opens is named, and not called', () => {
  const never = { window: `${NEW_YORK},${HONOLULU}`, count: 4 };
  const planned = plan([never], 60, { from: '09:00', to: '10:00' });
  expect(planned).toMatchObject({
    contacts: 4,
    never_open: [never],
    openings: [],
    first_call_at: null,
    estimated_end: null,
  });
});

test('with a last day the plan ends with the last call by it, and says how many are left', () => {
  const classes = [
    { window: NEW_YORK, count: 1_000 },
    { window: `${HONOLULU},${NEW_YORK}`, count: 10 },
  ];
  // 10.5 hours from 9:30 to 20:00 in New York, of which the coasts together are open from 14:00 on.
  const planned = plan(classes, 1, undefined, '2026-11-23');
  const calls = planned.hours.reduce((sum, hour) => sum + hour.calls, 0);
  expect(planned).toMatchObject({ estimated_end: '2026-11-24T01:00:00.000Z', never_open: [] });
  expect([calls, planned.after_last_day]).toEqual([630, 380]);
  expect(planned.openings.every(({ closes_at }) => closes_at <= '2026-11-24T01:00:00.000Z')).toBe(true);
});

test('where all are called by the last day, the plan is the one without it', () => {
  const classes = [{ window: NEW_YORK, count: 600 }];
  const { estimated_end, after_last_day } = plan(classes, 60, undefined, '2026-11-25');
  expect([estimated_end, after_last_day]).toEqual([plan(classes).estimated_end, 0]);
});

test('a class that never opens by the last day is left out, and not counted as too late', () => {
  const late = { window: CHICAGO, count: 2 };
  const planned = plan(
    [late, { window: NEW_YORK, count: 1 }],
    60,
    { from: '09:00', to: '10:00' },
    '2026-11-22',
  );
  expect(planned).toMatchObject({ first_call_at: null, estimated_end: null, after_last_day: 0 });
  expect(planned.never_open).toHaveLength(2);
});

test('calls are shown at the hours of those who are called', () => {
  const { hours, local_hours: local } = plan([
    { window: HONOLULU, count: 60 },
    { window: NEW_YORK, count: 600 },
  ]);
  const called = local.filter(({ calls }) => calls > 0);
  expect(called).toEqual([{ day: '2026-11-23', hour: 9, callable: 660, calls: 660 }]);
  expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(660);
  const slow = plan([{ window: NEW_YORK, count: 90 }], 1).local_hours.filter(({ calls }) => calls > 0);
  expect(slow.map(({ hour, calls }) => [hour, calls])).toEqual([
    [9, 30],
    [10, 60],
  ]);
});

test('a plan names when its rules were reviewed, if there are any', () => {
  const rule = { state: 'TX', name: 'Texas: Sundays', days: [7], closed: true as const, sources: ['law'] };
  const request = { classes: [{ window: NEW_YORK, count: 1 }], hours: undefined, dropDate: DROP, pace: 60 };
  const rules = { ...NO_RULES, reviewed: '2026-11-01', rules: [rule] };
  expect(allSteps(planCalls(new Calendar(rules), rules, request)).rules_reviewed).toBe('2026-11-01');
  expect(plan(request.classes).rules_reviewed).toBeNull();
});

describe('the end of a run', () => {
  const end = (
    mode: 'enforce' | 'skip-waits',
    classes: { window: string; count: number }[],
    more: { lastDay?: string; pace?: number } = {},
  ) =>
    plannedEnd(
      new Calendar(NO_RULES),
      { classes, hours: undefined, dropDate: DROP, pace: 60, ...more },
      mode,
    )?.toISOString();
  const both = [
    { window: HONOLULU, count: 60 },
    { window: NEW_YORK, count: 600 },
  ];

  test('is the last call within the hours, or by the pace alone where waits are skipped', () => {
    expect(end('enforce', both)).toBe('2026-11-23T19:01:00.000Z');
    expect(end('skip-waits', both)).toBe('2026-11-23T14:41:00.000Z');
  });

  test('is not known where nobody is ever called, or not all within 30 days', () => {
    const never = { window: `${NEW_YORK},${HONOLULU}`, count: 4 };
    expect(end('enforce', [never], { lastDay: '2026-11-22' })).toBeUndefined();
    expect(end('enforce', [{ window: NEW_YORK, count: 60 * 11 * 32 }], { pace: 1 })).toBeUndefined();
    expect(end('enforce', [{ window: NEW_YORK, count: 60 * 11 * 28 }], { pace: 1 })).toBeDefined();
  });

  test('is that of those who can be called, and the last call of the last day where some are left', () => {
    const late = [{ window: NEW_YORK, count: 1_000 }];
    expect(end('enforce', late, { pace: 1, lastDay: '2026-11-23' })).toBe('2026-11-24T01:00:00.000Z');
  });
});

test('a plan is computed in a step for each class of contacts, for its openings, its estimate and its rules', () => {
  const stepsOf = (windows: readonly string[]) => {
    const classes = windows.map((window) => ({ window, count: 1 }));
    const request = { classes, hours: undefined, dropDate: DROP, pace: 60 };
    return [...planCalls(new Calendar(NO_RULES), NO_RULES, request)].length;
  };
  const one = stepsOf([CHICAGO]);
  expect(one).toBeGreaterThanOrEqual(4);
  expect(stepsOf([CHICAGO, `${CHICAGO}|TX`, `${CHICAGO}|AL`])).toBe(3 * one);
});
