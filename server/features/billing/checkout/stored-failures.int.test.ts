import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { creditsPrice } from '#shared/billing/credit-packs.ts';
import { PAYS } from '#server/emulators/stripe/testing/browser.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { createStripeGateway } from '#server/providers/payments/stripe-gateway.ts';
import { createStripeSdk } from '#server/providers/payments/stripe-sdk.ts';
import {
  startBilling,
  type BillingHarness,
  type TestUser,
} from '#server/features/billing/testing/billing-harness.ts';

let system: BillingHarness;
beforeAll(async () => {
  system = await startBilling();
});
afterAll(() => system.stop());

/** The failures that Stripe stores for the key of a request, which it then answers with them for a day. */
const STORED = [
  ['a server error', 500, 'api_error'],
  ['other parameters', 400, 'idempotency_error'],
] as const;

/**
 * A process whose first `POST /v1/<resource>` fails, whether or not it `isMade`, and each later one with the same key as well.
 * Returns the keys that were sent.
 */
async function failing(resource: string | RegExp, status: number, type: string, isMade = false) {
  const keys: string[] = [];
  const request: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    const path = new URL(url).pathname.replace('/v1/', '');
    const isMeant = typeof resource === 'string' ? path === resource : resource.test(path);
    if (method !== 'POST' || !isMeant) return system.local.stripe.fetch(input, init);
    const key = new Headers(init?.headers).get('idempotency-key') ?? '';
    keys.push(key);
    if (key !== keys[0]) return system.local.stripe.fetch(input, init);
    if (isMade && keys.length === 1) await system.local.stripe.fetch(input, init);
    const error = { type, message: 'An unknown error occurred' };
    return Response.json({ error }, { status, headers: { 'stripe-should-retry': 'false' } });
  };
  const gateway = createStripeGateway({ ...LOCAL_STRIPE_KEYS, fetch: request });
  const { billing } = await system.otherProcess({ gateway: () => gateway });
  return { billing, keys };
}

describe.each(STORED)('where Stripe has stored %s', (_name, status, type) => {
  test('for a subscription, the next attempt succeeds, for another plan as well', async () => {
    for (const plan of ['launch', 'scale']) {
      const user = system.addUser();
      const { billing, keys } = await failing('subscriptions', status, type);
      const api = user.apiOf(billing);
      await expect(api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
        code: 'BAD_GATEWAY',
      });
      const { paymentIntentId } = await api.createPaymentIntent({ productId: plan });
      expect(paymentIntentId).toMatch(/^pi_/);
      expect(new Set(keys).size).toBeGreaterThan(1);
      expect(await system.subscriptionsAtProvider(user)).toBe(plan === 'launch' ? 1 : 2);
    }
  });

  test('for a customer, the same attempt succeeds, with one customer', async () => {
    const user = system.addUser();
    const { billing, keys } = await failing('customers', status, type);
    const api = user.apiOf(billing);
    expect((await api.createPaymentIntent({ productId: 'launch' })).paymentIntentId).toMatch(/^pi_/);
    await api.beginCardSetup();
    expect(new Set(keys).size).toBe(2);
  });
});

/** The amounts of the invoices that a user has paid. */
async function paidBy({ uid }: TestUser): Promise<number[]> {
  const { customerId } = await system.billing.subscriptions.accountOf(uid);
  const stripe = createStripeSdk({ ...LOCAL_STRIPE_KEYS, fetch: system.local.stripe.fetch });
  const { data } = await stripe.invoices.list({ customer: customerId ?? expect.fail(), limit: 100 });
  return data.map(({ amount_paid: cents }) => cents).filter((cents) => cents > 0);
}

describe.each([
  ['made', true],
  ['not made', false],
])('where Stripe has stored a server error for a request that was %s', (_name, isMade) => {
  test.each([
    ['its invoice', /^invoices$/],
    ['its price', /^invoiceitems$/],
    ['the end of its draft', /^invoices\/\w+\/finalize$/],
    ['its charge', /^invoices\/\w+\/pay$/],
  ])('a purchase of credits is charged once and granted: %s', async (_step, resource) => {
    const user = system.addUser();
    await user.subscribe('launch', PAYS);
    const before = await user.balance();
    const { billing, keys } = await failing(resource, 500, 'api_error', isMade);
    const key = newId();
    for (let times = 0; times < 2; times++)
      expect(await user.apiOf(billing, key).buyCredits({ credits: 5_000 })).toMatchObject({
        payment: 'paid',
      });
    expect(keys.length).toBeGreaterThan(0);
    expect(await user.balance()).toBe(before + 5_000);
    const charged = (await paidBy(user)).filter((cents) => cents === creditsPrice(5_000));
    expect(charged).toHaveLength(1);
  });

  test('a plan is charged once and granted', async () => {
    const user = system.addUser();
    await user.addCard(PAYS);
    const { billing, keys } = await failing(/^payment_intents\/\w+\/confirm$/, 500, 'api_error', isMade);
    const key = newId();
    for (let times = 0; times < 2; times++)
      expect(await user.apiOf(billing, key).createSubscription({ productId: 'launch' })).toMatchObject({
        success: true,
      });
    expect(keys.length).toBeGreaterThan(0);
    expect(await paidBy(user)).toHaveLength(1);
    expect(await user.grants()).toHaveLength(1);
  });
});

test('a failure that Stripe does not store is repeated with the same key', async () => {
  const user = system.addUser();
  const { billing, keys } = await failing('subscriptions', 503, 'api_error');
  const api = user.apiOf(billing);
  for (let attempt = 0; attempt < 2; attempt++)
    await expect(api.createPaymentIntent({ productId: 'launch' })).rejects.toMatchObject({
      code: 'BAD_GATEWAY',
    });
  expect(new Set(keys).size).toBe(1);
});
