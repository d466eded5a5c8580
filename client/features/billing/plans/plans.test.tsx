// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { PLAN_LIST, PLANS } from '#shared/plans.ts';
import { click, text } from '#client/testing/page.ts';
import { renderScreen } from '#client/testing/screen.tsx';
import { PlanCards } from './plan-cards.tsx';
import { clearStoredPlan, readStoredPlan, storeChosenPlan, storePaidPlan } from './stored-plan.ts';

afterEach(() => {
  localStorage.clear();
});

test('a plan that a user chose is kept for that user alone', () => {
  storeChosenPlan('u1', PLANS.scale);
  expect(readStoredPlan('u1')).toMatchObject({
    planId: 'scale',
    planName: 'Scale',
    amount: 600,
    paymentSuccess: false,
    subscriptionId: null,
  });
  expect(readStoredPlan('u2')).toBeUndefined();
});

test('a paid plan has its subscription, until it is cleared', () => {
  storePaidPlan('u1', PLANS.launch, 'sub_1');
  expect(readStoredPlan('u1')).toMatchObject({
    planId: 'launch',
    planName: 'Launch',
    amount: 200,
    paymentSuccess: true,
    subscriptionId: 'sub_1',
  });
  clearStoredPlan();
  expect(localStorage).toHaveLength(0);
  expect(readStoredPlan('u1')).toBeUndefined();
});

test.each(['', '{', '{"planId":"gold"}'])('what cannot be read is no plan: %j', (stored) => {
  storeChosenPlan('u1', PLANS.launch);
  localStorage.setItem('subscriptionPlan', stored);
  expect(readStoredPlan('u1')).toBeUndefined();
});

test('each plan shows its own prices, and is chosen by its id', async () => {
  const onChoose = vi.fn();
  await renderScreen(<PlanCards plans={PLAN_LIST} value="launch" onChoose={onChoose} />);
  expect(text()).toBe(
    [
      'Launch $200 / month $0.50 a delivered call About 400 calls a month Credits a month 20,000 A call 50 credits',
      'An extra call 65 credits A message 5 credits An extra message 7 credits',
      'Most Popular Scale $600 / month $0.40 a delivered call About 1,500 calls a month Credits a month 60,000 A call 40 credits',
      'An extra call 50 credits A message 4 credits An extra message 5 credits',
      'Dominate $1,000 / month $0.30 a delivered call About 3,333 calls a month Credits a month 100,000 A call 30 credits',
      'An extra call 25 credits A message 3 credits An extra message 3 credits',
    ].join(' '),
  );
  await click('Dominate');
  expect(onChoose.mock.calls).toEqual([['dominate']]);
});
