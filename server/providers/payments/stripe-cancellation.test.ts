import { expect, test } from 'vitest';
import { createStripeGateway } from './stripe-gateway.ts';

const [NOVEMBER, JANUARY, MARCH] = [1_796_083_200, 1_798_761_600, 1_804_032_000];

interface Cancellation {
  cancel_at: number | null;
  cancel_at_period_end: boolean;
}

/**
 * A gateway whose Stripe has one subscription and changes it as Stripe does: one parameter a request, and
 * `cancel_at_period_end=false` leaves a `cancel_at` that was set alone.
 */
function stripeWith(stored: Cancellation) {
  let state = stored;
  const requests: string[] = [];
  const respond = async (request: Request) => {
    const body = await request.text();
    if (request.method === 'POST') requests.push(body);
    const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = Object.fromEntries(
      new URLSearchParams(body),
    );
    if (at !== undefined && atPeriodEnd !== undefined)
      return Response.json({ error: { type: 'invalid_request_error' } }, { status: 400 });
    if (at !== undefined) state = { cancel_at: at === '' ? null : Number(at), cancel_at_period_end: false };
    if (atPeriodEnd === 'true') state = { cancel_at: JANUARY, cancel_at_period_end: true };
    if (atPeriodEnd === 'false' && state.cancel_at_period_end)
      state = { cancel_at: null, cancel_at_period_end: false };
    const item = { current_period_start: NOVEMBER, current_period_end: JANUARY, price: { product: 'p' } };
    return Response.json({
      id: 'sub_1',
      object: 'subscription',
      customer: 'cus_1',
      status: 'active',
      created: NOVEMBER,
      latest_invoice: 'in_1',
      items: { object: 'list', data: [item] },
      billing_mode: { type: 'flexible' },
      ...state,
    });
  };
  const gateway = createStripeGateway({
    secretKey: 'sk_test',
    webhookSecret: 'whsec_test',
    fetch: (input, init) => respond(new Request(input, init)),
  });
  return { gateway, requests };
}

test.each<[string, Cancellation, string[]]>([
  ['of the portal', { cancel_at: JANUARY, cancel_at_period_end: false }, ['cancel_at=']],
  ['at another time', { cancel_at: MARCH, cancel_at_period_end: false }, ['cancel_at=']],
  ['of Hark', { cancel_at: JANUARY, cancel_at_period_end: true }, ['cancel_at_period_end=false']],
  ['with the flag alone', { cancel_at: null, cancel_at_period_end: true }, ['cancel_at_period_end=false']],
  ['that is none', { cancel_at: null, cancel_at_period_end: false }, []],
])('a cancellation %s is undone by clearing what is set', async (_name, stored, sent) => {
  const { gateway, requests } = stripeWith(stored);
  expect(await gateway.setCancelAtPeriodEnd('sub_1', false)).toMatchObject({
    cancelAtPeriodEnd: false,
    cancelAt: undefined,
  });
  expect(requests).toEqual(sent);
});

test('a subscription ends at `cancel_at`, and at the end of its period if only the flag is set', async () => {
  for (const [stored, seconds] of [
    [{ cancel_at: MARCH, cancel_at_period_end: false }, MARCH],
    [{ cancel_at: null, cancel_at_period_end: true }, JANUARY],
  ] as const)
    expect(await stripeWith(stored).gateway.subscription('sub_1')).toMatchObject({
      cancelAtPeriodEnd: true,
      cancelAt: new Date(seconds * 1000),
    });
});
