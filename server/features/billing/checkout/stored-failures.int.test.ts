import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL_STRIPE_KEYS } from '#server/emulators/stripe/local-stripe-feature.ts';
import { createStripeGateway } from '#server/providers/payments/stripe-gateway.ts';
import { startBilling, type BillingHarness } from '#server/features/billing/testing/billing-harness.ts';

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
 * A process whose first `POST /v1/<resource>` fails, and each later one with the same key as well. Returns the keys that were
 * sent.
 */
async function failing(resource: string, status: number, type: string) {
  const keys: string[] = [];
  const request: typeof fetch = async (input, init) => {
    const { method, url } = new Request(input, init);
    if (method !== 'POST' || new URL(url).pathname !== `/v1/${resource}`)
      return system.local.stripe.fetch(input, init);
    const key = new Headers(init?.headers).get('idempotency-key') ?? '';
    keys.push(key);
    if (key !== keys[0]) return system.local.stripe.fetch(input, init);
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
