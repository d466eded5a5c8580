import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import cancelled from '#shared/fixtures/world/vendors/09-subscription-updated.json' with { type: 'json' };
import freeMonth from '#shared/fixtures/world/vendors/11-invoice-paid-zero.json' with { type: 'json' };
import { CustomerGone } from './port.ts';
import { createStripeGateway } from './stripe-gateway.ts';

const textOf = (name: string) =>
  readFileSync(new URL(`../../../shared/fixtures/world/vendors/${name}`, import.meta.url), 'utf8');

/** A gateway with the answers of a Stripe, and the bodies of what is written to it. */
function gatewayOf(answer: (request: Request) => { status?: number; body: unknown }) {
  const written: string[] = [];
  const gateway = createStripeGateway({
    secretKey: 'sk_test',
    webhookSecret: 'whsec_test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (request.method === 'POST') written.push(await request.clone().text());
      const { status = 200, body } = answer(request);
      return Response.json(body, { status });
    },
  });
  return { gateway, written };
}

describe('a subscription that was cancelled in the portal (09)', () => {
  const { object } = cancelled.data;

  test('ends at the time that Stripe says', async () => {
    const { gateway } = gatewayOf(() => ({ body: object }));
    expect(await gateway.subscription(object.id)).toMatchObject({
      cancelAtPeriodEnd: true,
      cancelAt: new Date(object.cancel_at * 1000),
    });
  });

  test('is kept by the one request that ends the cancellation', async () => {
    const bodies = [...textOf('09-requests.http').matchAll(/^(cancel_at.*)$/gm)].map(([, body]) => body);
    expect(bodies).toEqual(['cancel_at_period_end=false', 'cancel_at=']);
    const { gateway, written } = gatewayOf(({ method }) => ({
      body: method === 'POST' ? { ...object, cancel_at: null } : object,
    }));
    expect(await gateway.setCancelAtPeriodEnd(object.id, false)).toMatchObject({ cancelAtPeriodEnd: false });
    expect(written).toEqual(bodies.slice(1));
  });
});

describe('a customer that Stripe has no longer (10)', () => {
  const answers = [...textOf('10-requests.http').matchAll(/^#\s+(\{.*\})$/gm)].map(
    ([, body = '']) => JSON.parse(body) as { error?: unknown },
  );
  const [refusal, deleted] = answers;

  test.each([400, 404])('has no cards, and is named so where something is written, by %i', async (status) => {
    const { gateway } = gatewayOf(() => ({ status, body: refusal }));
    expect(await gateway.cards('cus_case10')).toEqual([]);
    await expect(gateway.startCardSetup('cus_case10')).rejects.toBeInstanceOf(CustomerGone);
  });

  test('is named so where it is deleted, and a subscription that is missing is none', async () => {
    const missing = { type: 'invalid_request_error', code: 'resource_missing' };
    const { gateway } = gatewayOf(({ url }) =>
      url.endsWith('/customers/cus_case10') ? { body: deleted } : { status: 404, body: { error: missing } },
    );
    await expect(gateway.startCardSetup('cus_case10')).rejects.toBeInstanceOf(CustomerGone);
    expect(await gateway.subscription('sub_case10')).toBeUndefined();
  });
});

test('a month that a coupon made free is a renewal with a price, of which nothing was paid (11)', async () => {
  const { object } = freeMonth.data;
  const { gateway } = gatewayOf(() => ({ body: object }));
  const { lines } = object;
  expect(await gateway.invoice(object.id)).toMatchObject({
    reason: 'renewal',
    status: 'paid',
    total: 0,
    planTotal: 0,
    planPrice: lines.data[0]?.amount,
    subscriptionId: 'sub_case11',
  });
});
