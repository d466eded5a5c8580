import { describe, expect, test } from 'vitest';
import { ProviderAccountFault } from '../errors.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { CustomerGone, type PaymentGateway } from './port.ts';

const card = (id: string, created: number) => ({
  id,
  object: 'payment_method',
  created,
  customer: 'cus_1',
  card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: `print-${id}` },
});
const INTENT = {
  id: 'pi_1',
  object: 'payment_intent',
  status: 'requires_payment_method',
  client_secret: 'pi_1_secret',
  customer: 'cus_1',
};
const INVOICE = {
  id: 'in_1',
  object: 'invoice',
  number: 'H-1',
  customer: 'cus_1',
  status: 'open',
  billing_reason: 'manual',
  currency: 'usd',
  total: 5_000,
  amount_paid: 5_000,
  created: 1_800_000_000,
  period_start: 1_800_000_000,
  attempt_count: 1,
  status_transitions: { paid_at: 1_800_000_100 },
  hosted_invoice_url: 'https://stripe.example/page',
  invoice_pdf: 'https://stripe.example/file',
  next_payment_attempt: 1_800_000_200,
  total_excluding_tax: 4_900,
  metadata: { hark_credits: '5000', hark_key: 'key' },
  lines: { object: 'list', data: [], has_more: false },
  confirmation_secret: { client_secret: 'pi_1_secret', type: 'payment_intent' },
  payments: { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_1' }, status: 'open' }] },
  parent: { subscription_details: { subscription: 'sub_1' } },
};
const SUBSCRIPTION = {
  id: 'sub_1',
  object: 'subscription',
  customer: 'cus_1',
  status: 'incomplete',
  created: 1_800_000_000,
  cancel_at_period_end: false,
  cancel_at: null,
  latest_invoice: INVOICE,
  metadata: {},
  items: { data: [{ current_period_start: 1_800_000_000, current_period_end: 1_802_592_000, price: {} }] },
};
const ANSWERS: readonly [RegExp, object | object[]][] = [
  [
    /^customers\/cus_1$/,
    {
      id: 'cus_1',
      object: 'customer',
      metadata: { uid: 'u-1' },
      invoice_settings: { default_payment_method: 'pm_1' },
    },
  ],
  [/^customers\/cus_1\/payment_methods|^payment_methods$/, [card('pm_1', 1), card('pm_2', 2)]],
  [/^payment_methods\/pm_1/, card('pm_1', 1)],
  [/^customers$/, [{ id: 'cus_2', object: 'customer', metadata: {}, created: 1 }]],
  [
    /^prices$/,
    ['launch', 'scale', 'dominate'].map((plan) => ({
      id: `price_${plan}`,
      lookup_key: `hark_${plan}_monthly`,
    })),
  ],
  [/^customers/, { id: 'cus_1', object: 'customer', metadata: { uid: 'u-1' } }],
  [
    /^tax_ids$/,
    [
      { id: 'old', type: 'us_ein', value: '12-3456789' },
      { id: 'same', type: 'eu_vat', value: 'DE 123' },
    ],
  ],
  [/^tax_ids/, { id: 'deleted' }],
  [/^invoices$/, [INVOICE]],
  [/^invoices/, INVOICE],
  [/^subscriptions/, SUBSCRIPTION],
  [/^payment_intents/, INTENT],
  [/^setup_intents/, { id: 'seti_1', object: 'setup_intent', client_secret: 'seti_1_secret' }],
  [
    /^invoice_payments$/,
    [
      {
        payment: { type: 'payment_intent', payment_intent: INTENT },
        invoice: 'in_1',
        amount_paid: 5_000,
        status: 'paid',
      },
    ],
  ],
  [/^refunds$/, [{ id: 're_1', amount: 100, status: 'succeeded', created: 1_800_000_000 }]],
  [/^(disputes|credit_notes|events|charges)$/, []],
];

/** What a method answers, and the requests that it sends to Stripe on the way. */
async function requestsOf(call: (gateway: PaymentGateway) => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const path = url.pathname.slice('/v1/'.length);
    const key = new Headers(init?.headers).get('idempotency-key');
    const isOwn = key !== null && !key.startsWith('stripe-node-retry');
    const parts = [url.search.slice(1), typeof init?.body === 'string' ? init.body : ''].filter(
      (part) => part !== '',
    );
    const fields = decodeURIComponent(parts.join('&'));
    sent.push(`  ${init?.method ?? 'GET'} ${path} ${fields}${isOwn ? ` key=${key}` : ''}`.trimEnd());
    const [, answer = {}] = ANSWERS.find(([pattern]) => pattern.test(path)) ?? [];
    const list = Array.isArray(answer) ? (answer as object[]) : [];
    const isList = Array.isArray(answer) && init?.method === 'GET';
    const body = isList ? { object: 'list', data: list, has_more: false, url: path } : (list[0] ?? answer);
    return Promise.resolve(Response.json(body));
  };
  const gateway = createStripeGateway({ secretKey: 'sk_test', webhookSecret: 'whsec_test', fetch });
  const end = await call(gateway).then(
    (result) => (result === undefined ? 'undefined' : JSON.stringify(result)),
    String,
  );
  return [...sent, `  = ${end}`];
}

const ADDRESS = {
  line1: 'Main St 1',
  line2: '',
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  country: 'US',
};
const PAYER = { uid: 'u-1', email: 'ann@x.example', name: 'Ann' };
const CALLS: Record<string, (gateway: PaymentGateway) => Promise<unknown>> = {
  ensureCustomer: (to) => to.ensureCustomer(PAYER),
  'ensureCustomer instead of one that is gone': (to) => to.ensureCustomer(PAYER, 'cus_0'),
  updateCustomer: (to) => to.updateCustomer('cus_1', { ...PAYER, address: ADDRESS }),
  'updateCustomer without an address': (to) => to.updateCustomer('cus_1', { ...PAYER, address: null }),
  'setTaxId of another type': (to) => to.setTaxId('cus_1', { type: 'gb_vat', value: '12-3456789' }),
  'setTaxId that is saved': (to) => to.setTaxId('cus_1', { type: 'eu_vat', value: 'de123' }),
  'setTaxId to none': (to) => to.setTaxId('cus_1', undefined),
  payerOf: (to) => to.payerOf('cus_1'),
  startSubscription: (to) => to.startSubscription({ customerId: 'cus_1', plan: 'launch', key: 'key' }),
  openPayment: (to) => to.openPayment('sub_1'),
  cancelUnpaid: (to) => to.cancelUnpaid({ subscriptionId: 'sub_1', invoiceId: 'in_1' }),
  cancelNow: (to) => to.cancelNow('sub_1'),
  'setCancelAtPeriodEnd on': (to) => to.setCancelAtPeriodEnd('sub_1', true),
  'setCancelAtPeriodEnd off': (to) => to.setCancelAtPeriodEnd('sub_1', false),
  subscription: (to) => to.subscription('sub_1'),
  nextCharge: (to) => to.nextCharge('sub_1'),
  openPurchase: (to) => to.openPurchase({ customerId: 'cus_1', credits: 5_000, cents: 4_900, key: 'key' }),
  findPurchase: (to) => to.findPurchase('cus_1', 'key'),
  'findPurchase of another key': (to) => to.findPurchase('cus_1', 'other'),
  isPurchase: (to) => to.isPurchase('in_1'),
  voidUnpaid: (to) => to.voidUnpaid('in_1'),
  invoice: (to) => to.invoice('in_1'),
  payInvoice: (to) => to.payInvoice('in_1', 'pm_1', 'key'),
  'payInvoice of nobody who is present': (to) => to.payInvoice('in_1', 'pm_1', 'key', false),
  refundInvoice: (to) => to.refundInvoice('in_1', 'key'),
  reversals: (to) => to.reversals('in_1'),
  intent: (to) => to.intent('pi_1'),
  payIntent: (to) => to.payIntent('pi_1', 'pm_1', 'key'),
  cards: (to) => to.cards('cus_1'),
  'defaultCard of a customer': (to) => to.defaultCard('cus_1', undefined),
  'defaultCard of a subscription': (to) => to.defaultCard('cus_1', 'sub_1'),
  setDefaultCard: (to) => to.setDefaultCard('cus_1', 'sub_1', 'pm_1', 'key'),
  'setDefaultCard of a customer': (to) => to.setDefaultCard('cus_1', undefined, 'pm_1'),
  detachCard: (to) => to.detachCard('pm_1'),
  startCardSetup: (to) => to.startCardSetup('cus_1'),
  async eventsSince(to) {
    for await (const _ of to.eventsSince(new Date('2027-01-12T15:00:00Z')));
  },
};

test('the methods of the gateway send the requests that are listed', async () => {
  const lines = await Promise.all(
    Object.entries(CALLS).map(async ([name, call]) => [name, ...(await requestsOf(call))].join('\n')),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('listed-requests.txt');
});

test('an invoice that is not voided has been paid meanwhile, or stays an error', async () => {
  const voiding = (status: string) => {
    const error = { type: 'invalid_request_error', code: 'invoice_not_editable', message: 'Not open' };
    const fetch: typeof globalThis.fetch = (_input, init) =>
      Promise.resolve(
        init?.method === 'POST'
          ? Response.json({ error }, { status: 400 })
          : Response.json({ ...INVOICE, status }),
      );
    return createStripeGateway({ secretKey: 'sk_test', webhookSecret: 'whsec_test', fetch }).voidUnpaid(
      'in_1',
    );
  };
  expect(await voiding('paid')).toBe('paid');
  expect(await voiding('void')).toBe('void');
  await expect(voiding('open')).rejects.toThrow('Not open');
});

describe('an object that Stripe does not know', () => {
  const OTHER_MODE =
    "No such customer: 'cus_1'; a similar object exists in live mode, but a test mode key was used.";
  const OTHER_ACCOUNT = "No such object: 'x_1'";
  const missing = (secretKey: string, message: string, deleted = false) => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', param: 'customer', message };
    const fetch: typeof globalThis.fetch = (input, init) =>
      Promise.resolve(
        deleted &&
          new Request(input, init).method === 'GET' &&
          new Request(input, init).url.includes('/customers/')
          ? Response.json({ id: 'cus_1', object: 'customer', deleted: true })
          : Response.json({ error }, { status: 404 }),
      );
    return createStripeGateway({ secretKey, webhookSecret: 'whsec_test', fetch });
  };
  const calls: [string, (to: PaymentGateway) => Promise<unknown>][] = [
    ['a subscription', (to) => to.subscription('sub_1')],
    ['an open payment', (to) => to.openPayment('sub_1')],
    ['a customer', (to) => to.openPurchase({ customerId: 'cus_1', credits: 1, cents: 1, key: 'key' })],
  ];

  test.each(calls)('is one of another account, as nothing live is ever gone: %s', async (_what, call) => {
    await expect(call(missing('sk_live_1', OTHER_ACCOUNT))).rejects.toBeInstanceOf(ProviderAccountFault);
    await expect(call(missing('rk_live_1', OTHER_ACCOUNT))).rejects.toBeInstanceOf(ProviderAccountFault);
  });

  test.each(calls)('is one of another mode, where it says so: %s', async (_what, call) => {
    await expect(call(missing('sk_test_1', OTHER_MODE))).rejects.toBeInstanceOf(ProviderAccountFault);
  });

  test('is gone where it is one of test mode, which the database of a system had before it was live', async () => {
    const gateway = missing(
      'sk_live_1',
      "No such customer: 'cus_1'; a similar object exists in test mode, but a live mode key was used.",
    );
    expect(await gateway.subscription('sub_1')).toBeUndefined();
    await expect(
      gateway.openPurchase({ customerId: 'cus_1', credits: 1, cents: 1, key: 'key' }),
    ).rejects.toBeInstanceOf(CustomerGone);
  });

  test('may be gone in test mode, and a customer may be deleted', async () => {
    expect(await missing('sk_test_1', OTHER_ACCOUNT).subscription('sub_1')).toBeUndefined();
    const order = { customerId: 'cus_1', credits: 1, cents: 1, key: 'key' };
    for (const gateway of [missing('sk_test_1', OTHER_ACCOUNT), missing('sk_live_1', OTHER_ACCOUNT, true)])
      await expect(gateway.openPurchase(order)).rejects.toBeInstanceOf(CustomerGone);
  });
});
