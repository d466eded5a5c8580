import { expect, test } from 'vitest';
import { toAttempt, toCard, toIntent, toInvoice, toSubscription } from './stripe-mapping.ts';
import type { Stripe } from './stripe-sdk.ts';
import published from './fixtures/stripe-objects.json' with { type: 'json' };

const { payment_intent, payment_method, subscription, invoice } = published.resources;
const intentOf = (change: object) => ({ ...payment_intent, ...change }) as unknown as Stripe.PaymentIntent;
const subscriptionOf = (change: object) => ({ ...subscription, ...change }) as unknown as Stripe.Subscription;
const invoiceOf = (change: object) => ({ ...invoice, ...change }) as unknown as Stripe.Invoice;
const SECOND = 1_790_000_000;
const date = new Date(SECOND * 1000);

test.each([
  ['cus_1', 'cus_1'],
  [{ id: 'cus_2' }, 'cus_2'],
  [null, undefined],
])('the payment of the customer %j is read with all that it says', (customer, customerId) => {
  const intent = intentOf({ id: 'pi_1', client_secret: 'secret', customer, status: 'succeeded' });
  const read = { id: 'pi_1', clientSecret: 'secret', customerId, status: 'paid', invoiceId: 'in_1' };
  expect(toIntent(intent, 'in_1')).toEqual(read);
});

test.each([
  ['requires_action', 'requires_action', 'requires_action'],
  ['processing', 'processing', 'processing'],
  ['requires_capture', 'processing', 'processing'],
  ['succeeded', 'paid', 'paid'],
  ['canceled', 'canceled', 'declined'],
  ['requires_payment_method', 'unpaid', 'declined'],
  ['of a later version', 'unpaid', 'declined'],
])('a payment that is %s is %s, and an attempt with it %s', (status, read, attempt) => {
  expect(toIntent(intentOf({ status }), undefined).status).toBe(read);
  expect(toAttempt(intentOf({ status })).kind).toBe(attempt);
});

test.each([
  [{ message: 'No funds', code: 'card_declined' }, 'No funds', 'card_declined'],
  [{ message: 'Expired', code: 'expired_card' }, 'Expired', 'expired_card'],
  [null, 'Your card was declined.', 'card_declined'],
])('an attempt that is declined with %j says why', (last_payment_error, message, code) => {
  const intent = intentOf({ status: 'requires_payment_method', last_payment_error });
  expect(toAttempt(intent)).toEqual({ kind: 'declined', message, code });
});

test('a card is read with all that it says, and one of an unknown kind without', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2030, fingerprint: 'f' };
  const of = (change: object) => ({ ...payment_method, ...change }) as unknown as Stripe.PaymentMethod;
  expect(toCard(of({ id: 'pm_1', created: SECOND, card }))).toEqual({
    id: 'pm_1',
    brand: 'visa',
    last4: '4242',
    expMonth: 8,
    expYear: 2030,
    fingerprint: 'f',
    createdAt: date,
  });
  expect(toCard(of({ id: 'pm_1', created: SECOND, card: undefined }))).toEqual({
    id: 'pm_1',
    brand: 'unknown',
    last4: '',
    expMonth: 0,
    expYear: 0,
    fingerprint: undefined,
    createdAt: date,
  });
});

test.each([
  ['incomplete', 'incomplete'],
  ['active', 'active'],
  ['trialing', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'past_due'],
  ['paused', 'past_due'],
  ['incomplete_expired', 'canceled'],
  ['canceled', 'canceled'],
  ['of a later version', 'past_due'],
])('a subscription that is %s is %s', (status, read) => {
  expect(toSubscription(subscriptionOf({ status })).status).toBe(read);
});

test.each([
  [{ cancel_at: SECOND, cancel_at_period_end: false }, date],
  [{ cancel_at: null, cancel_at_period_end: false }, undefined],
])('a subscription with %j ends at %s', (change, cancelAt) => {
  const read = toSubscription(subscriptionOf(change));
  expect(read).toMatchObject({ cancelAt, cancelAtPeriodEnd: cancelAt !== undefined });
});

test('a subscription that ends with its period ends when that ends', () => {
  const read = toSubscription(subscriptionOf({ cancel_at: null, cancel_at_period_end: true }));
  expect(read.cancelAt).toEqual(read.periodEnd);
});

test.each([
  ['draft', 'draft'],
  ['open', 'open'],
  ['uncollectible', 'void'],
  ['paid', 'paid'],
  ['void', 'void'],
  [null, 'draft'],
])('an invoice that is %s is %s', (status, read) => {
  expect(toInvoice(invoiceOf({ status })).status).toBe(read);
});

test('an invoice is read with its amounts, number, pages, times and attempts', () => {
  const change = {
    total: 20_000,
    amount_due: 15_000,
    number: 'N-1',
    hosted_invoice_url: 'https://page',
    invoice_pdf: 'https://file',
    created: SECOND,
    attempt_count: 2,
    next_payment_attempt: SECOND + 60,
    billing_reason: 'subscription_cycle',
    status_transitions: { paid_at: SECOND + 30 },
    parent: { subscription_details: { subscription: 'sub_1' } },
  };
  expect(toInvoice(invoiceOf(change), [])).toMatchObject({
    total: 20_000,
    amountDue: 15_000,
    number: 'N-1',
    pageUrl: 'https://page',
    fileUrl: 'https://file',
    createdAt: date,
    attemptCount: 2,
    nextAttemptAt: new Date((SECOND + 60) * 1000),
    reason: 'renewal',
    paidAt: new Date((SECOND + 30) * 1000),
    subscriptionId: 'sub_1',
  });
});
