import type { LocalInvoice, LocalPrice, LocalSubscription } from './account-state.ts';
import { findCard, findIntent, findInvoice, newObjectId, record, type AccountContext } from './account.ts';
import { invalidRequest } from './fault.ts';
import { returnBalance, takeUpBalance } from './customer-balance.ts';
import { chargeOffSession, markPaid, openIntent } from './payments.ts';
import { intentView, invoiceView, subscriptionView } from './routes/views.ts';

/** An incomplete subscription whose first payment never came ends after this many seconds. */
const INCOMPLETE_SECONDS = 23 * 3600;

/** The day and time of the anchor, `months` later; the last day of a shorter month. Seconds. */
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

/** Opens a subscription that waits for the payment of its first invoice. */
export function openSubscription(account: AccountContext, price: LocalPrice): LocalSubscription {
  const { state, now, deadlineNow } = account;
  const subscription: LocalSubscription = {
    id: newObjectId('sub', state),
    itemId: newObjectId('si', state),
    status: 'incomplete',
    price,
    anchor: now,
    periodStart: now,
    periodEnd: addMonths(now, 1),
    cancelAtPeriodEnd: false,
    endedAt: null,
    defaultCard: null,
    latestInvoice: '',
    created: now,
    payBefore: deadlineNow + INCOMPLETE_SECONDS,
  };
  state.subscriptions.push(subscription);
  openInvoice(account, subscription, 'subscription_create');
  record(account, 'customer.subscription.created', subscriptionView(account, subscription));
  return subscription;
}

function openInvoice(
  account: AccountContext,
  subscription: LocalSubscription,
  reason: LocalInvoice['reason'],
): LocalInvoice {
  const { state, now } = account;
  const id = newObjectId('in', state);
  const balance = takeUpBalance(account, id, subscription.price.amount);
  const amount = subscription.price.amount + balance.startingBalance - balance.endingBalance;
  const invoice: LocalInvoice = {
    id,
    number: `${state.key.slice(0, 8).toUpperCase()}-${String(state.invoices.length + 1).padStart(4, '0')}`,
    subscription: subscription.id,
    reason,
    status: 'open',
    price: subscription.price,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    intent: amount === 0 ? null : openIntent(account, 'payment', { id, amount }).id,
    ...balance,
    created: now,
    paidAt: null,
    voidedAt: null,
  };
  state.invoices.push(invoice);
  subscription.latestInvoice = id;
  record(account, 'invoice.created', invoiceView(account, invoice));
  record(account, 'invoice.finalized', invoiceView(account, invoice));
  if (invoice.intent === null) markPaid(account, invoice);
  return invoice;
}

/** Voids an open invoice with its payment; the subscription that waits for it ends. */
export function voidInvoice(account: AccountContext, invoice: LocalInvoice): void {
  if (invoice.status !== 'open')
    throw invalidRequest(
      'You can only pass in open invoices. This invoice is not open.',
      'invoice_not_editable',
    );
  invoice.status = 'void';
  invoice.voidedAt = account.now;
  cancelPayment(account, invoice);
  returnBalance(account, invoice);
  record(account, 'invoice.voided', invoiceView(account, invoice));
  const subscription = account.state.subscriptions.find(({ id }) => id === invoice.subscription);
  if (subscription?.status === 'incomplete') end(account, subscription, 'incomplete_expired');
}

function cancelPayment(account: AccountContext, invoice: LocalInvoice): void {
  if (invoice.intent === null) return;
  const intent = findIntent(account, 'payment', invoice.intent);
  if (intent.status === 'succeeded') return;
  intent.status = 'canceled';
  record(account, 'payment_intent.canceled', intentView(account, intent, false));
}

/** Ends a subscription now. What it was invoiced for and not paid is not asked for again. */
export function cancelSubscription(account: AccountContext, subscription: LocalSubscription): void {
  if (hasEnded(subscription))
    throw invalidRequest(`No such subscription: '${subscription.id}'`, 'resource_missing');
  const invoice = findInvoice(account, subscription.latestInvoice);
  const waiting = subscription.status === 'incomplete';
  end(account, subscription, 'canceled');
  if (waiting && invoice.status === 'open') voidInvoice(account, invoice);
}

function hasEnded({ status }: LocalSubscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

function end(
  account: AccountContext,
  subscription: LocalSubscription,
  status: 'canceled' | 'incomplete_expired',
): void {
  subscription.status = status;
  subscription.endedAt = account.now;
  const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  record(account, type, subscriptionView(account, subscription));
}

/** When something next happens to a subscription by itself, on the customer's clock; `undefined` for an ended one. */
export function dueAt(subscription: LocalSubscription): number | undefined {
  if (hasEnded(subscription)) return undefined;
  return subscription.status === 'incomplete' ? subscription.payBefore : subscription.periodEnd;
}

/** Does everything that fell due by now, oldest first: renewals, ends of periods, payments that never came. */
export function processDue(account: AccountContext): void {
  for (const subscription of account.state.subscriptions) {
    for (let due = dueAt(subscription); due !== undefined && due <= account.now; due = dueAt(subscription)) {
      processSubscription({ ...account, now: due }, subscription);
    }
  }
}

function processSubscription(account: AccountContext, subscription: LocalSubscription): void {
  if (subscription.status === 'incomplete')
    voidInvoice(account, findInvoice(account, subscription.latestInvoice));
  else if (subscription.cancelAtPeriodEnd) end(account, subscription, 'canceled');
  else if (subscription.status === 'past_due') giveUp(account, subscription);
  else renew(account, subscription);
}

/** A whole period went by without payment. */
function giveUp(account: AccountContext, subscription: LocalSubscription): void {
  const invoice = findInvoice(account, subscription.latestInvoice);
  invoice.status = 'uncollectible';
  cancelPayment(account, invoice);
  record(account, 'invoice.marked_uncollectible', invoiceView(account, invoice));
  end(account, subscription, 'canceled');
}

function renew(account: AccountContext, subscription: LocalSubscription): void {
  const monthsSoFar = Math.round((subscription.periodEnd - subscription.anchor) / (30.4375 * 86_400));
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = addMonths(subscription.anchor, monthsSoFar + 1);
  const invoice = openInvoice(account, subscription, 'subscription_cycle');
  if (invoice.intent === null) return;
  const cardId = subscription.defaultCard ?? account.state.customer.defaultCard;
  const intent = findIntent(account, 'payment', invoice.intent);
  const paid = cardId !== null && chargeOffSession(account, intent, findCard(account, cardId)).status === 200;
  // A payment that succeeded has announced the subscription already.
  if (paid) return;
  subscription.status = 'past_due';
  record(account, 'customer.subscription.updated', subscriptionView(account, subscription));
}
