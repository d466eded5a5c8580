import { describe, expect, test } from 'vitest';
import { createStripeGateway } from './stripe-gateway.ts';

const [JUNE_10, JUNE_20, JULY_10, JULY_20] = [1_781_049_600, 1_781_913_600, 1_783_641_600, 1_784_505_600];

interface Line {
  amount: number;
  product: string;
  period: { start: number; end: number };
  proration: boolean;
  /** A proration on a subscription item instead of an invoice item. */
  ofItem?: boolean;
  /** In cents. */
  discount?: number;
}

/** A line item in the format of Stripe; a proration is an invoice item by default. */
function lineOf(line: Line, index: number) {
  const { amount, product, period, proration, ofItem = !proration, discount = 0 } = line;
  const subscription = 'sub_1';
  const invoice_item_details = { invoice_item: 'ii_1', proration, proration_details: null, subscription };
  const subscription_item_details = {
    invoice_item: null,
    proration,
    proration_details: { credited_items: null },
    subscription,
    subscription_item: 'si_1',
  };
  return {
    id: `il_${String(index)}`,
    object: 'line_item',
    amount,
    currency: 'usd',
    discount_amounts: discount === 0 ? [] : [{ amount: discount, discount: 'di_1' }],
    discountable: !proration,
    discounts: [],
    invoice: 'in_1',
    livemode: true,
    metadata: {},
    parent: ofItem
      ? { type: 'subscription_item_details', invoice_item_details: null, subscription_item_details }
      : { type: 'invoice_item_details', invoice_item_details, subscription_item_details: null },
    period,
    pricing: { type: 'price_details', price_details: { price: `price_${product}`, product } },
    quantity: 1,
    taxes: [],
  };
}

/** A gateway whose Stripe has one paid invoice; the invoice embeds its first ten lines, the others are listed. */
function stripeWith(billing_reason: string, lines: readonly Line[], changes: object = {}) {
  const data = lines.map(lineOf);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const invoice = {
    id: 'in_1',
    object: 'invoice',
    attempt_count: 2,
    billing_reason,
    collection_method: 'charge_automatically',
    created: JUNE_20,
    currency: 'usd',
    customer: 'cus_1',
    hosted_invoice_url: 'https://invoice.example.com/in_1',
    invoice_pdf: 'https://invoice.example.com/in_1/pdf',
    lines: {
      object: 'list',
      data: data.slice(0, 10),
      has_more: data.length > 10,
      url: '/v1/invoices/in_1/lines',
    },
    livemode: true,
    next_payment_attempt: JULY_10,
    number: 'A-0002',
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: {}, subscription: 'sub_1' },
    },
    // Except on the first invoice, these are the period that ended.
    period_start: JUNE_10,
    period_end: JUNE_20,
    status: 'paid',
    status_transitions: {
      finalized_at: JUNE_20,
      marked_uncollectible_at: null,
      paid_at: JUNE_20,
      voided_at: null,
    },
    subtotal: total,
    total,
    ...changes,
  };
  const response = (url: URL) => {
    if (url.pathname === '/v1/invoices/in_1') return invoice;
    const after = data.findIndex(({ id }) => id === url.searchParams.get('starting_after')) + 1;
    const page = data.slice(after, after + Number(url.searchParams.get('limit') ?? 10));
    return { object: 'list', data: page, has_more: after + page.length < data.length, url: url.pathname };
  };
  return createStripeGateway({
    secretKey: 'sk_test',
    webhookSecret: 'whsec_test',
    fetch: (input, init) => Promise.resolve(Response.json(response(new URL(new Request(input, init).url)))),
  });
}

const unused = {
  amount: -13_333,
  product: 'prod_hark_launch',
  period: { start: JUNE_20, end: JULY_10 },
  proration: true,
};
const remaining = {
  amount: 40_000,
  product: 'prod_hark_scale',
  period: { start: JUNE_20, end: JULY_10 },
  proration: true,
};
const wholePeriod = {
  amount: 60_000,
  product: 'prod_hark_scale',
  period: { start: JUNE_20, end: JULY_20 },
  proration: false,
};

describe('an invoice from Stripe', () => {
  test('an upgrade that begins a new billing period pays for a period of the new plan', async () => {
    const gateway = stripeWith('subscription_update', [unused, wholePeriod]);
    expect(await gateway.invoice('in_1')).toMatchObject({
      reason: 'renewal',
      plan: 'scale',
      planTotal: 60_000,
      total: 46_667,
      subscriptionId: 'sub_1',
      periodStart: new Date(JUNE_20 * 1000),
    });
  });

  test('an upgrade within its billing period pays for no period', async () => {
    const gateway = stripeWith('subscription_update', [unused, remaining]);
    expect(await gateway.invoice('in_1')).toMatchObject({ reason: 'other', planTotal: 0, plan: undefined });
  });

  test('prorations on subscription items pay for no period', async () => {
    const items = [unused, remaining].map((line) => ({ ...line, ofItem: true }));
    const gateway = stripeWith('subscription_update', items);
    expect(await gateway.invoice('in_1')).toMatchObject({ reason: 'other', planTotal: 0, plan: undefined });
  });

  test('a renewal with prorations is the renewal of its plan', async () => {
    const gateway = stripeWith('subscription_cycle', [unused, remaining, wholePeriod]);
    expect(await gateway.invoice('in_1')).toMatchObject({
      reason: 'renewal',
      plan: 'scale',
      planTotal: 60_000,
    });
  });

  test('its payment attempts are those of the schedule of Stripe', async () => {
    expect(await stripeWith('subscription_cycle', [wholePeriod]).invoice('in_1')).toMatchObject({
      attemptCount: 2,
      nextAttemptAt: new Date(JULY_10 * 1000),
    });
  });

  test('a coupon of 100 % leaves nothing paid for the plan', async () => {
    for (const reason of ['subscription_create', 'subscription_cycle'])
      expect(await stripeWith(reason, [{ ...wholePeriod, discount: 60_000 }]).invoice('in_1')).toMatchObject({
        planTotal: 0,
        planPrice: 60_000,
      });
  });

  test('a coupon of a part leaves the rest, and a trial has no price', async () => {
    const half = { ...wholePeriod, discount: 30_000 };
    expect(await stripeWith('subscription_cycle', [half]).invoice('in_1')).toMatchObject({
      planTotal: 30_000,
      planPrice: 60_000,
    });
    const trial = { ...wholePeriod, amount: 0 };
    expect(await stripeWith('subscription_create', [trial]).invoice('in_1')).toMatchObject({
      planTotal: 0,
      planPrice: 0,
    });
  });

  test('a manual invoice pays for no period', async () => {
    expect(await stripeWith('manual', [wholePeriod]).invoice('in_1')).toMatchObject({ reason: 'other' });
  });

  test('an invoice for credits is in US dollars: cents of other currencies are worth less', async () => {
    const sold = { ...remaining, amount: 5_000 };
    const invoiceIn = (currency: string) =>
      stripeWith('manual', [sold], { currency, metadata: { hark_credits: '5000' } }).invoice('in_1');
    expect(await invoiceIn('usd')).toMatchObject({ reason: 'credits', credits: 5_000, planPrice: 5_000 });
    expect(await invoiceIn('jpy')).toMatchObject({ reason: 'other', credits: undefined });
  });

  test('an invoice for credits pays for no plan, whatever else a person put on it', async () => {
    const changes = { metadata: { hark_credits: '60000' } };
    const invoice = await stripeWith('manual', [wholePeriod], changes).invoice('in_1');
    expect(invoice).toMatchObject({ reason: 'credits', credits: 60_000, plan: undefined });
  });

  test.each(['0', '-5', '1e3', '5000.5', ' 5000', '1234567890', ''])(
    'metadata of %j are no credits',
    async (hark_credits) => {
      const invoice = await stripeWith('manual', [remaining], { metadata: { hark_credits } }).invoice('in_1');
      expect(invoice).toMatchObject({ reason: 'other', credits: undefined });
    },
  );

  test('the plan line is found at any position of a long invoice', async () => {
    const changes = Array.from({ length: 120 }, () => [unused, remaining]).flat();
    const gateway = stripeWith('subscription_cycle', [...changes, wholePeriod]);
    expect(await gateway.invoice('in_1')).toMatchObject({ plan: 'scale', planTotal: 60_000 });
  });
});
