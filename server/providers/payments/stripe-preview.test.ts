import { expect, test } from 'vitest';
import { createStripeGateway } from './stripe-gateway.ts';

/** A gateway whose requests all get one response. */
function gatewayWith(body: object, status = 200) {
  const fetch = () => Promise.resolve(Response.json(body, { status }));
  return createStripeGateway({ secretKey: 'sk_test', webhookSecret: 'whsec_test', fetch });
}

test('the next charge has the tax of all rates', async () => {
  const total_taxes = [{ amount: 1_500 }, { amount: 90 }];
  const gateway = gatewayWith({ object: 'invoice', amount_due: 21_590, total_taxes });
  expect(await gateway.nextCharge('sub_1')).toEqual({ due: 21_590, tax: 1_590 });
});

test('a subscription that does not renew has no next charge', async () => {
  const error = { type: 'invalid_request_error', code: 'invoice_upcoming_none', message: 'None' };
  expect(await gatewayWith({ error }, 404).nextCharge('sub_1')).toBeUndefined();
});
