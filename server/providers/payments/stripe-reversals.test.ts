import { expect, test } from 'vitest';
import { createStripeGateway } from './stripe-gateway.ts';

const CREATED = 1_781_049_600;

/** A gateway whose Stripe has a dispute of a payment of 20,000 US cents, with these balance transactions. */
function stripeWith(dispute: {
  amount: number;
  currency: string;
  moved: [amount: number, currency: string][];
}) {
  const { amount, currency, moved } = dispute;
  const balance_transactions = moved.map(([cents, of], index) => ({
    id: `txn_${String(index)}`,
    object: 'balance_transaction',
    amount: cents,
    currency: of,
  }));
  const intent = { id: 'pi_1', object: 'payment_intent', amount_received: 20_000, currency: 'usd' };
  const invoice = { id: 'in_1', object: 'invoice', customer: 'cus_1', status: 'paid' };
  const lists: Record<string, object[]> = {
    '/v1/invoice_payments': [{ payment: { type: 'payment_intent', payment_intent: intent } }],
    '/v1/disputes': [
      { id: 'dp_1', object: 'dispute', amount, currency, balance_transactions, created: CREATED },
    ],
  };
  const response = ({ pathname }: URL) =>
    pathname === '/v1/invoices/in_1'
      ? { ...invoice, starting_balance: 0, ending_balance: 0 }
      : { object: 'list', data: lists[pathname] ?? [], has_more: false, url: pathname };
  return createStripeGateway({
    secretKey: 'sk_test',
    webhookSecret: 'whsec_test',
    fetch: (input, init) => Promise.resolve(Response.json(response(new URL(new Request(input, init).url)))),
  });
}

test.each([
  [
    'in the currency of the payment counts its amount, whatever the currency of its balance transactions',
    { amount: 8_000, currency: 'usd', moved: [[-7_400, 'eur']] },
    8_000,
  ],
  [
    'in another currency counts what was withdrawn in the currency of the payment',
    { amount: 7_400, currency: 'eur', moved: [[-8_000, 'usd']] },
    8_000,
  ],
  [
    'in another currency never counts more than the payment',
    { amount: 19_000, currency: 'eur', moved: [[-20_400, 'usd']] },
    20_000,
  ],
  [
    'in another currency with balance transactions in that currency counts the whole payment',
    { amount: 7_400, currency: 'eur', moved: [[-7_400, 'eur']] },
    20_000,
  ],
  [
    'in another currency counts nothing once it is won',
    {
      amount: 7_400,
      currency: 'eur',
      moved: [
        [-8_000, 'usd'],
        [8_000, 'usd'],
      ],
    },
    0,
  ],
] as [string, Parameters<typeof stripeWith>[0], number][])('a dispute %s', async (_what, dispute, cents) => {
  const { paid, reversals } = await stripeWith(dispute).reversals('in_1');
  expect(paid).toBe(20_000);
  expect(reversals).toMatchObject([{ kind: 'dispute', id: 'dp_1', amount: cents }]);
});
