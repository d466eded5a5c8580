import { expect, test } from 'vitest';
import { presentUsage } from './present-usage.ts';

const START = new Date('2026-06-01T10:00:00Z');
const END = new Date('2026-07-01T10:00:00Z');
const at = (day: string) => new Date(`2026-06-${day}Z`);
const usage = {
  id: 'in_1',
  start: START,
  plan: 'launch' as const,
  credits: 5_000,
  allowance: { delivered: 100, held: 20 },
  extra: { delivered: 0, held: 0 },
};
const subscription = { periodStart: START, periodEnd: END };

test.each([
  ['counts the first day in full', at('01T10:00:01'), 3_000],
  ['grows by the calls of a day', at('10T09:00:00'), 333],
  ['is what was delivered once the period is over', new Date('2026-08-01'), 120],
])('the forecast %s', (_what, now, calls) => {
  const { forecast, allowance } = presentUsage(usage, subscription, now);
  const extra = Math.max(0, calls - allowance);
  expect(forecast).toEqual({ calls, extra_calls: extra, credits: (calls - extra) * 50 + extra * 65 });
  expect(allowance).toBe(400);
});

test('a period whose renewal is unpaid ends where the next one began', () => {
  const next = { periodStart: END, periodEnd: new Date('2026-08-01T10:00:00Z') };
  expect(presentUsage(usage, next, new Date('2026-07-02')).period_end).toBe(END.toISOString());
});
