// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { PLAN_LIST } from '#shared/plans.ts';
import { numberIn } from '../number-in.ts';
import { clearStoredPlan, readStoredPlan, storeChosenPlan, storePaidPlan } from './stored-plan.ts';

const [plan = expect.fail()] = PLAN_LIST;
const STORED = {
  planId: plan.id,
  planName: plan.title,
  amount: plan.amount,
  last_updated: expect.any(String) as string,
};

beforeEach(() => {
  localStorage.clear();
});

test('the plan that a user chose is kept, and then that it was paid', () => {
  expect(readStoredPlan('u1')).toBeUndefined();
  storeChosenPlan('u1', plan);
  expect(readStoredPlan('u1')).toEqual({ ...STORED, paymentSuccess: false, subscriptionId: null });
  storePaidPlan('u1', plan, 's1');
  expect(readStoredPlan('u1')).toEqual({ ...STORED, paymentSuccess: true, subscriptionId: 's1' });
  expect(readStoredPlan('u2')).toBeUndefined();
  clearStoredPlan();
  expect([readStoredPlan('u1'), localStorage.length]).toEqual([undefined, 0]);
});

test.each(['x', 'null', '{}', '{"planId":"none"}'])('%s is no stored plan', (text) => {
  storeChosenPlan('u1', plan);
  localStorage.setItem('subscriptionPlan', text);
  expect(readStoredPlan('u1')).toBeUndefined();
});

test('a number may group its digits', () => {
  expect(['1,000', ' 1 000 ', '7', '', ' ', '1.5', 'x', '1e3x'].map(numberIn)).toEqual([
    ...[1_000, 1_000, 7, NaN, NaN, 1.5, NaN, NaN],
  ]);
});
