import { expect, test } from 'vitest';
import { findPlan, lotsCost, monthlyAllowance, PLAN_LIST, PLANS, quoteCalls, quoteLots } from './plans.ts';

test('each plan has its price, its credits and what a call costs', () => {
  const rows = PLAN_LIST.map(({ id, title, amount, productId, priceLookupKey, benefits }) => [
    ...[id, title, amount, productId, priceLookupKey, benefits.assignedCredits],
    ...[benefits.creditsPerCall, benefits.creditsPerExtraCall],
    ...[benefits.creditsPerMessage, benefits.creditsPerExtraMessage],
  ]);
  expect(rows).toEqual([
    ['launch', 'Launch', 200, 'prod_hark_launch', 'hark_launch_monthly', 20_000, 50, 65, 5, 7],
    ['scale', 'Scale', 600, 'prod_hark_scale', 'hark_scale_monthly', 60_000, 40, 50, 4, 5],
    ['dominate', 'Dominate', 1_000, 'prod_hark_dominate', 'hark_dominate_monthly', 100_000, 30, 25, 3, 3],
  ]);
  expect(PLAN_LIST.filter(({ mostPopular }) => mostPopular)).toEqual([PLANS.scale]);
});

test('the allowance is what the credits of a month pay for, in whole calls', () => {
  expect(PLAN_LIST.map(monthlyAllowance)).toEqual([400, 1_500, 3_333]);
});

test.each([
  ['launch', 'launch'],
  ['prod_hark_scale', 'scale'],
  ['hark_scale_monthly', undefined],
  ['', undefined],
])('%j names the plan %s', (name, id) => {
  expect(findPlan(name)?.id).toBe(id);
});

test.each([
  [0, 400, 400, 0, 20_000],
  [0, 401, 400, 1, 20_065],
  [399, 2, 1, 1, 115],
  [400, 2, 0, 2, 130],
  [500, 2, 0, 2, 130],
  [0, 0, 0, 0, 0],
])(
  'after %i calls of Launch, %i more are %i of the allowance and %i extra',
  (taken, calls, own, extra, cost) => {
    const quote = quoteCalls(PLANS.launch, taken, calls);
    expect(quote).toEqual({
      calls,
      allowanceCalls: own,
      extraCalls: extra,
      cost,
      creditsPerCall: 50,
      creditsPerExtraCall: 65,
    });
    const lots = quoteLots(quote);
    expect(lotsCost(lots)).toBe(cost);
    expect(lots).toEqual([
      ...(own > 0 ? [{ calls: own, price: 50 }] : []),
      ...(extra > 0 ? [{ calls: extra, price: 65 }] : []),
    ]);
  },
);
