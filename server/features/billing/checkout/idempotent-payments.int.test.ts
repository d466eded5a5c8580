import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanId } from '#shared/plans.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

/** Payments with an `Idempotency-Key`; `keyed-checkouts.int.test.ts` has the other calls. */
let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** A user whose plan has ended and whose card is saved. */
async function returningCustomer(): Promise<TestUser> {
  const user = system.addUser();
  await user.subscribe('launch', PAYS);
  await user.api.cancelPlan();
  await system.local.advance(user.email, 32);
  await system.billing.sweep();
  return user;
}

/** Billing in a process that stops responding at the grant of a plan. */
async function crashingAtGrant(plan: PlanId, when: 'before' | 'after') {
  let signalReached: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (signalReached = resolve));
  const { billing } = await system.otherProcess({
    ledger: (real) => ({
      execute: async (stream, grant) => {
        if (grant.type !== 'grant' || grant.plan !== plan) return real.execute(stream, grant);
        if (when === 'after') await real.execute(stream, grant);
        signalReached();
        return new Promise(() => undefined);
      },
    }),
  });
  return { billing, reached };
}

const subscribe = (user: TestUser, key?: string, billing = system.billing) =>
  user.apiOf(billing, key).createSubscription({ productId: 'scale' });

describe('subscribing with the default card', () => {
  test('pays once per key and repeats the response, and is refused without the key', async () => {
    const user = await returningCustomer();
    const first = await subscribe(user, 'k');
    expect(first).toMatchObject({ success: true, planId: 'scale', balance: 80_000 });
    expect(await subscribe(user, 'k')).toEqual(first);
    await expect(subscribe(user, 'another')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(subscribe(user, 'another')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(subscribe(user)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      user.apiOf(system.billing, 'k').createSubscription({ productId: 'launch' }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await user.grants()).toHaveLength(2);
  });

  test('runs one of two concurrent requests with the same key', async () => {
    const user = await returningCustomer();
    const outcomes = await Promise.allSettled([subscribe(user, 'k'), subscribe(user, 'k')]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeLessThan(2);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await subscribe(user, 'k')).toMatchObject({ success: true, balance: 80_000 });
    expect(await user.grants()).toHaveLength(2);
  });

  test.each(['before', 'after'] as const)(
    'interrupted %s the grant, a retry with the same key completes it',
    async (when) => {
      const user = await returningCustomer();
      const { billing, reached } = await crashingAtGrant('scale', when);
      void subscribe(user, 'k', billing);
      await reached;
      expect(await subscribe(user, 'k')).toMatchObject({ success: true, planId: 'scale', balance: 80_000 });
      expect(await user.grants()).toHaveLength(2);
    },
  );

  test('releases the key after a refusal', async () => {
    const user = system.addUser();
    await expect(subscribe(user, 'k')).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' });
    const { clientSecret } = await user.api.beginCardSetup();
    await system.local.browser.confirm(clientSecret, PAYS);
    const [card] = (await user.api.paymentMethods({})).payment_methods;
    await user.api.updatePaymentMethod({ paymentMethodId: card?.id ?? '' });
    expect(await subscribe(user, 'k')).toMatchObject({ success: true, balance: 60_000 });
  });
});

test('the key covers everything that was sent, also what the call does not need', async () => {
  const user = await returningCustomer();
  await subscribe(user, 'k');
  const other = user.apiOf(system.billing, 'k').createSubscription({ productId: 'scale', email: user.email });
  await expect(other).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
});

describe('finishing a payment', () => {
  test('repeats the response of a key even after credits were spent', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const keyed = user.apiOf(system.billing, 'k');
    const first = await keyed.createSubscriptionAfterPayment({ paymentIntentId });
    await user.spend(1_000);
    expect(await keyed.createSubscriptionAfterPayment({ paymentIntentId })).toEqual(first);
    expect(await user.api.createSubscriptionAfterPayment({ paymentIntentId })).toMatchObject({
      balance: 19_000,
    });
    await expect(
      keyed.createSubscriptionAfterPayment({ paymentIntentId: 'pi_another' }),
    ).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' });
    expect(await user.grants()).toHaveLength(1);
  });

  test('interrupted before its response, a retry with the same key completes it', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const { billing, reached } = await crashingAtGrant('launch', 'after');
    void user.apiOf(billing, 'k').createSubscriptionAfterPayment({ paymentIntentId });
    await reached;
    // A sweep runs in between.
    await system.billing.sweep();
    expect(
      await user.apiOf(system.billing, 'k').createSubscriptionAfterPayment({ paymentIntentId }),
    ).toMatchObject({ balance: 20_000 });
    expect(await user.grants()).toHaveLength(1);
  });
});
