import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { MAX_CHECKOUTS_PER_DAY } from './open-checkout.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

const planAt = (index: number): PlanId => (index % 2 === 0 ? 'launch' : 'scale');

test('changing plans repeatedly opens a limited number of subscriptions, and the last one can still be paid', async () => {
  const user = system.addUser();
  for (let index = 0; index < MAX_CHECKOUTS_PER_DAY; index += 1)
    await user.api.createPaymentIntent({ productId: planAt(index) });
  const open = planAt(MAX_CHECKOUTS_PER_DAY - 1);
  const other = planAt(MAX_CHECKOUTS_PER_DAY);
  await expect(user.api.createPaymentIntent({ productId: other })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    cause: { details: { retry_after: expect.any(Number) as number } },
  });
  expect(await system.subscriptionsAtProvider(user)).toBe(MAX_CHECKOUTS_PER_DAY);
  // The refusal leaves the open checkout and other users unaffected.
  await system.addUser().api.createPaymentIntent({ productId: other });
  const { result, paymentIntentId } = await user.pay(open, PAYS);
  expect(result.intentStatus).toBe('succeeded');
  expect(await user.api.createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({ planId: open });
});

test('concurrent windows share the limit, which resets after a day', async () => {
  const user = system.addUser();
  const clock = createTestClock();
  const { billing } = await system.otherProcess({ clock });
  const api = user.apiOf(billing);
  for (let index = 0; index < MAX_CHECKOUTS_PER_DAY - 1; index += 1)
    await api.createPaymentIntent({ productId: planAt(index) });
  await Promise.allSettled(
    (['launch', 'scale', 'dominate', 'launch', 'scale', 'dominate'] as const).map((productId) =>
      api.createPaymentIntent({ productId }),
    ),
  );
  expect(await system.subscriptionsAtProvider(user)).toBe(MAX_CHECKOUTS_PER_DAY);
  clock.advance(DAY_MS + 1000);
  const { subscriptionId } = await api.createPaymentIntent({ productId: 'dominate' });
  const again = await api.createPaymentIntent({ productId: 'launch' });
  expect(again.subscriptionId).not.toBe(subscriptionId);
});
