import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';
import { addPaidUser } from '#server/features/billing/testing/test-purchases.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

test('the next payment has the provider’s amount and tax in dollars, and there is none without a renewal', async () => {
  expect(await system.addUser().api.nextPayment()).toEqual({ next: null });
  const { user } = await addPaidUser(system);
  expect(await user.api.nextPayment()).toEqual({ next: { amount: 200, tax: 0 } });
  const { billing } = await system.otherProcess({
    gateway: () => ({ nextCharge: () => Promise.resolve({ due: 21_590, tax: 1_590 }) }),
  });
  expect(await user.apiOf(billing).nextPayment()).toEqual({ next: { amount: 215.9, tax: 15.9 } });
  await user.api.cancelPlan();
  expect(await user.api.nextPayment()).toEqual({ next: null });
});
