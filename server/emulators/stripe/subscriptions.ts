import type { LocalInvoice, LocalPrice, LocalSubscription } from './account-state.ts';
import {
  billedTo,
  findIntent,
  findInvoice,
  newObjectId,
  recordEvent,
  type AccountContext,
} from './account.ts';
import { invalidRequest } from './stripe-api-error.ts';
import { amountDue, applyBalance, discountOf, unapplyBalance } from './customer-balance.ts';
import { markPaid, openIntent } from './payments.ts';
import { invoiceView, subscriptionView } from './views/invoice-views.ts';
import { intentView } from './views/object-views.ts';

/** Adds months to a time in seconds; the last day of a shorter month replaces a missing day. */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1000);
  const day = from.getUTCDate();
  const to = new Date(from);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate();
  to.setUTCDate(Math.min(day, lastDay));
  return to.getTime() / 1000;
}

/** Creates an incomplete subscription with its first invoice. */
export function openSubscription(account: AccountContext, price: LocalPrice): LocalSubscription {
  const { state, now, incompleteSeconds } = account;
  const subscription: LocalSubscription = {
    id: newObjectId('sub', state),
    itemId: newObjectId('si', state),
    status: 'incomplete',
    price,
    anchor: now,
    periodStart: now,
    periodEnd: addMonths(now, 1),
    cancelAtPeriodEnd: false,
    cancelAt: null,
    endedAt: null,
    defaultCard: null,
    latestInvoice: '',
    created: now,
    payBefore: now + incompleteSeconds,
  };
  state.subscriptions.push(subscription);
  openInvoice(account, subscription, 'subscription_create');
  recordEvent(account, 'customer.subscription.created', subscriptionView(account, subscription));
  return subscription;
}

/** Creates the invoice of a period; the customer's balance may pay it at once. */
export function openInvoice(
  account: AccountContext,
  subscription: LocalSubscription,
  reason: LocalInvoice['reason'],
): LocalInvoice {
  const { state, now } = account;
  const id = newObjectId('in', state);
  const { price } = subscription;
  const discount = discountOf(subscription);
  const balance = applyBalance(account, id, price.amount - discount);
  const amount = amountDue({ price, discount, ...balance });
  const invoice: LocalInvoice = {
    id,
    number: nextNumber(account),
    subscription: subscription.id,
    reason,
    status: 'open',
    price,
    discount,
    billedTo: billedTo(state.customer),
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    intent: amount === 0 ? null : openIntent(account, 'payment', { id, amount }).id,
    ...balance,
    created: now,
    attemptCount: 0,
    nextAttemptAt: null,
    paidAt: null,
    voidedAt: null,
  };
  state.invoices.push(invoice);
  subscription.latestInvoice = id;
  recordEvent(account, 'invoice.created', invoiceView(account, invoice));
  recordEvent(account, 'invoice.finalized', invoiceView(account, invoice));
  if (invoice.intent === null) markPaid(account, invoice);
  return invoice;
}

/** Returns the number of the next invoice of a customer. */
export function nextNumber({ state }: AccountContext): string {
  return `${state.key.slice(0, 8).toUpperCase()}-${String(state.invoices.length + 1).padStart(4, '0')}`;
}

/** Voids an open invoice and cancels its payment; an incomplete subscription expires with it. */
export function voidInvoice(account: AccountContext, invoice: LocalInvoice): void {
  if (invoice.status !== 'open')
    throw invalidRequest(
      'You can only pass in open invoices. This invoice is not open.',
      'invoice_not_editable',
    );
  invoice.status = 'void';
  invoice.voidedAt = account.now;
  invoice.nextAttemptAt = null;
  cancelPayment(account, invoice);
  unapplyBalance(account, invoice);
  recordEvent(account, 'invoice.voided', invoiceView(account, invoice));
  const subscription = account.state.subscriptions.find(({ id }) => id === invoice.subscription);
  if (subscription?.status === 'incomplete') endSubscription(account, subscription, 'incomplete_expired');
}

/** Cancels the payment of an invoice that nobody can pay any more. */
export function cancelPayment(account: AccountContext, invoice: LocalInvoice): void {
  if (invoice.intent === null) return;
  const intent = findIntent(account, 'payment', invoice.intent);
  if (intent.status === 'succeeded') return;
  intent.status = 'canceled';
  recordEvent(account, 'payment_intent.canceled', intentView(account, intent, false));
}

/** The parameters that schedule a cancellation; an empty `cancel_at` removes it. */
export interface CancellationChange {
  cancel_at_period_end?: boolean | undefined;
  cancel_at?: number | '' | undefined;
}

/**
 * Schedules a cancellation or removes it, as for a subscription with flexible billing: `cancel_at_period_end=false` leaves
 * a `cancel_at` that was set alone.
 */
export function scheduleCancellation(
  subscription: LocalSubscription,
  { cancel_at_period_end: atPeriodEnd, cancel_at: at }: CancellationChange,
): void {
  if (atPeriodEnd !== undefined && at !== undefined)
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.');
  if (at !== undefined) {
    subscription.cancelAtPeriodEnd = false;
    subscription.cancelAt = at === '' ? null : at;
  } else if (atPeriodEnd === true) {
    subscription.cancelAtPeriodEnd = true;
    subscription.cancelAt = subscription.periodEnd;
  } else if (subscription.cancelAtPeriodEnd) {
    subscription.cancelAtPeriodEnd = false;
    subscription.cancelAt = null;
  }
}

/** Whether a scheduled cancellation ends a subscription by `time`. */
export function endsBefore({ cancelAt }: LocalSubscription, time: number): boolean {
  return cancelAt !== null && cancelAt <= time;
}

/** Cancels a subscription immediately; the open first invoice of an incomplete one is voided. */
export function cancelSubscription(account: AccountContext, subscription: LocalSubscription): void {
  if (hasEnded(subscription))
    throw invalidRequest(`No such subscription: '${subscription.id}'`, 'resource_missing');
  const invoice = findInvoice(account, subscription.latestInvoice);
  const incomplete = subscription.status === 'incomplete';
  endSubscription(account, subscription, 'canceled');
  if (incomplete && invoice.status === 'open') voidInvoice(account, invoice);
}

export function hasEnded({ status }: LocalSubscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

/** Ends a subscription for good; its unpaid invoice is not charged again. */
export function endSubscription(
  account: AccountContext,
  subscription: LocalSubscription,
  status: 'canceled' | 'incomplete_expired',
): void {
  subscription.status = status;
  subscription.endedAt = account.now;
  findInvoice(account, subscription.latestInvoice).nextAttemptAt = null;
  const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  recordEvent(account, type, subscriptionView(account, subscription));
}
