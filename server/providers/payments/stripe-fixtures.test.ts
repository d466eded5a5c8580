import { expect, test } from 'vitest';
import { signature } from '#server/emulators/stripe/webhook-delivery.ts';
import { createStripeGateway } from './stripe-gateway.ts';
// Data of Stripe's published OpenAPI fixtures; the file names its source and version.
import published from './fixtures/stripe-objects.json' with { type: 'json' };

const { resources } = published;
const webhookSecret = 'whsec_test';

/** The published object at each path of Stripe's API that Hark reads; a name in the plural is a list of it. */
const ANSWERS: [path: RegExp, answer: keyof typeof resources, list?: 'list'][] = [
  [/^\/v1\/customers\/cus_deleted$/, 'deleted_customer'],
  [/^\/v1\/customers\/\w+$/, 'customer'],
  [/^\/v1\/customers\/\w+\/payment_methods$/, 'payment_method', 'list'],
  [/^\/v1\/customers\/\w+\/balance_transactions$/, 'customer_balance_transaction', 'list'],
  [/^\/v1\/subscriptions\/\w+$/, 'subscription'],
  [/^\/v1\/invoices\/\w+$/, 'invoice'],
  [/^\/v1\/invoices\/create_preview$/, 'invoice'],
  [/^\/v1\/payment_intents\/\w+$/, 'payment_intent'],
  [/^\/v1\/invoice_payments$/, 'invoice_payment', 'list'],
  [/^\/v1\/refunds$/, 'refund', 'list'],
  [/^\/v1\/disputes$/, 'dispute', 'list'],
  [/^\/v1\/events$/, 'event', 'list'],
];

function answerTo(path: string): unknown {
  const [, name, list] = ANSWERS.find(([pattern]) => pattern.test(path)) ?? expect.fail(path);
  const object = resources[name];
  return list === undefined ? object : { object: 'list', url: path, has_more: false, data: [object] };
}

const gateway = createStripeGateway({
  secretKey: 'sk_test',
  webhookSecret,
  fetch: (input, init) =>
    Promise.resolve(Response.json(answerTo(new URL(new Request(input, init).url).pathname))),
});

test('a published subscription is read', async () => {
  const { id, customer, cancel_at, items } = resources.subscription;
  const [item] = items.data;
  expect(await gateway.subscription(id)).toMatchObject({
    id,
    customerId: customer,
    plan: undefined,
    cancelAtPeriodEnd: true,
    cancelAt: new Date(cancel_at * 1000),
    periodEnd: new Date((item?.current_period_end ?? NaN) * 1000),
    latestInvoiceId: undefined,
  });
  expect(await gateway.openPayment(id)).toBeUndefined();
});

test('a published invoice is read, and pays for no plan', async () => {
  const { id, customer, total, amount_due, created } = resources.invoice;
  expect(await gateway.invoice(id)).toMatchObject({
    id,
    customerId: customer,
    total,
    amountDue: amount_due,
    number: '',
    status: 'draft',
    reason: 'other',
    plan: undefined,
    planTotal: 0,
    planPrice: 0,
    createdAt: new Date(created * 1000),
    paidAt: undefined,
    pageUrl: undefined,
    fileUrl: undefined,
  });
  expect(await gateway.nextCharge('sub_1')).toEqual({ due: resources.invoice.amount_due, tax: 0 });
});

test('a published payment is read with its invoice', async () => {
  const { id } = resources.payment_intent;
  expect(await gateway.intent(id)).toMatchObject({ id, status: 'unpaid', invoiceId: 'invoice' });
  expect(await gateway.reversals('in_1')).toEqual({ paid: 0, reversals: [] });
});

test('a published card is read, and is the default of its customer', async () => {
  const { id, card } = resources.payment_method;
  const read = {
    id,
    brand: card.brand,
    last4: card.last4,
    fingerprint: card.fingerprint,
    expMonth: card.exp_month,
    expYear: card.exp_year,
  };
  expect(await gateway.cards('cus_1')).toEqual([expect.objectContaining(read)]);
  expect(await gateway.defaultCard('cus_1', 'sub_1')).toMatchObject(read);
});

test('a published customer is of nobody here, and a deleted one of nobody at all', async () => {
  expect(await gateway.payerOf(resources.customer.id)).toBeUndefined();
  expect(await gateway.payerOf('cus_deleted')).toBeUndefined();
});

test('the events of published objects name what they are about', async () => {
  const { invoice, subscription, charge, refund, dispute, event } = resources;
  const paid = { payment_intent: 'pi_1' };
  for (const [type, object, subject] of [
    ['invoice.paid', invoice, { kind: 'invoice', id: invoice.id }],
    ['customer.subscription.updated', subscription, { kind: 'subscription', id: subscription.id }],
    ['charge.refunded', { ...charge, ...paid }, { kind: 'payment', id: 'pi_1' }],
    ['refund.updated', { ...refund, ...paid }, { kind: 'payment', id: 'pi_1' }],
    ['charge.dispute.created', { ...dispute, ...paid }, { kind: 'payment', id: 'pi_1' }],
    ['refund.failed', refund, { kind: 'other' }],
    [event.type, event.data.object, { kind: 'other' }],
  ] as const) {
    const body = JSON.stringify({ ...event, type, data: { object } });
    const signed = signature(body, webhookSecret, new Date());
    expect(gateway.readWebhook(Buffer.from(body), signed)).toMatchObject({ id: event.id, type, subject });
  }
  const listed = [];
  for await (const found of gateway.eventsSince(new Date(0))) listed.push(found);
  expect(listed).toEqual([{ id: event.id, type: event.type, subject: { kind: 'other' } }]);
});
