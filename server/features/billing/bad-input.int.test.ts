import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { signature } from '#server/emulators/stripe/webhook-delivery.ts';
import { startBilling, type BillingHarness } from './testing/billing-harness.ts';
import { addPaidUser } from './testing/test-purchases.ts';
import { sendWebhook } from './testing/webhook-inbox.ts';

/** What nobody may get by asking for it; `checkout.int.test.ts` has payments of others and unpaid ones. */
let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** Delivers a correctly signed event about a charge. */
function deliver(type: string, payment_intent: string): Promise<number> {
  const object = { object: 'charge', id: 'ch_1', payment_intent };
  const body = JSON.stringify({ id: `evt_${newId()}`, object: 'event', type, data: { object } });
  const signed = { body, signature: signature(body, LOCAL_STRIPE_KEYS.webhookSecret, new Date()) };
  return sendWebhook(system.local.origin, signed);
}

describe('a price of one’s own', () => {
  test('is refused by name: the plan has its price', async () => {
    const user = system.addUser();
    const wishes = {
      amount: 1,
      price: 'price_mine',
      coupon: 'FREE',
      discounts: [],
      quantity: 0,
      currency: 'jpy',
    };
    for (const [name, value] of Object.entries(wishes)) {
      const input = { productId: 'scale', [name]: value };
      const asked = user.api.createPaymentIntent(input);
      await expect(asked).rejects.toThrow(`Unknown field \\"${name}\\"`);
    }
    expect(await system.subscriptionsAtProvider(user)).toBe(0);
  });

  test.each(['price_mine', 'prod_mine', 'prod_hark_scale/../prod_mine', '__proto__'])(
    'is no plan: %s',
    async (productId) => {
      const user = system.addUser();
      for (const call of [user.api.createPaymentIntent, user.api.createSubscription])
        await expect(call({ productId })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
      expect(await system.subscriptionsAtProvider(user)).toBe(0);
    },
  );

  test('a plan named after a payment for another one changes nothing: what was paid decides', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    const asked = { paymentIntentId, planId: 'dominate' };
    expect(await user.api.createSubscriptionAfterPayment(asked)).toMatchObject({
      planId: 'launch',
      balance: 20_000,
    });
  });
});

describe('a payment that is replayed', () => {
  test('grants nothing after its plan has ended, however often it is sent', async () => {
    const user = system.addUser();
    const { paymentIntentId } = await user.pay('launch', PAYS);
    await user.api.createSubscriptionAfterPayment({ paymentIntentId });
    await user.api.cancelPlan();
    await system.local.advance(user.email, 32);
    await system.billing.sweep();
    for (const key of [undefined, 'k', 'another'])
      await user.apiOf(system.billing, key).createSubscriptionAfterPayment({ paymentIntentId });
    expect(await user.grants()).toHaveLength(1);
    expect(await system.billing.subscriptions.isSubscribed(user.uid)).toBe(false);
  });

  test('by another user is refused', async () => {
    const [user, other] = [system.addUser(), system.addUser()];
    const { paymentIntentId } = await user.pay('launch', PAYS);
    await other.api.createPaymentIntent({ productId: 'launch' });
    const replayed = other.apiOf(system.billing, 'k').createSubscriptionAfterPayment({ paymentIntentId });
    await expect(replayed).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect([await other.grants(), await user.grants()]).toEqual([[], []]);
  });
});

describe('a refund or dispute', () => {
  test.each(['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed'])(
    'of a payment that nobody knows is accepted and ignored: %s',
    async (type) => {
      system.local.webhook = system.billing.stripeWebhook;
      expect(await deliver(type, 'pi_nobody_knows')).toBe(200);
    },
  );

  test('of the invoice of a customer who is no user changes no credits, and the sweep goes on', async () => {
    const uid = newId();
    const { gateway, browser, dashboard } = system.local;
    const customerId = await gateway.ensureCustomer({
      uid,
      email: `${uid}@example.com`,
      name: 'Another User',
    });
    const key = `by hand:${uid}`;
    const { clientSecret, intentId, invoiceId } = await gateway.startSubscription({
      customerId,
      plan: 'launch',
      key,
    });
    await browser.confirm(clientSecret, PAYS);
    await dashboard.dispute(invoiceId);
    system.local.webhook = system.billing.stripeWebhook;
    expect(await deliver('charge.dispute.created', intentId)).toBe(200);
    const { user } = await addPaidUser(system);
    await system.billing.sweep();
    expect(await user.balance()).toBe(20_000);
    expect(await user.differences()).toEqual([]);
  });

  test('larger than the rest of a payment is refused by the local Stripe as by the real one', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.refund(invoiceId, 15_000);
    const larger = system.local.dashboard.refund(invoiceId, 5_001);
    await expect(larger).rejects.toThrow('greater than unrefunded amount on charge (5000)');
    await system.billing.sweep();
    expect(await user.balance()).toBe(5_000);
  });

  test('that the provider reports as larger than the payment removes what was granted and no more', async () => {
    const { user, invoiceId } = await addPaidUser(system);
    await system.local.dashboard.refund(invoiceId);
    const { billing: wrong } = await system.otherProcess({
      gateway: (real) => ({
        reversals: async (id) => {
          const { paid, reversals } = await real.reversals(id);
          return { paid, reversals: reversals.map((one) => ({ ...one, amount: one.amount * 3 })) };
        },
      }),
    });
    await wrong.sweep();
    expect((await user.events()).at(-1)?.balance).toEqual({ available: 0, held: 0, debt: 0 });
  });
});
