import type { LocalInvoice, LocalPrice, LocalSubscription } from './account-state.ts';
import {
  findCard,
  findIntent,
  findInvoice,
  newObjectId,
  recordEvent,
  type AccountContext,
} from './account.ts';
import { invalidRequest } from './stripe-api-error.ts';
import { amountDue, applyBalance, unapplyBalance } from './customer-balance.ts';
import { chargeOffSession, markPaid, openIntent } from './payments.ts';
import { invoiceView, subscriptionView } from './views/invoice-views.ts';
import { intentView } from './views/object-views.ts';

/** An incomplete subscription expires after this many seconds. */
const INCOMPLETE_SECONDS = 23 * 3600;

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
  recordEvent(account, 'customer.subscription.created', subscriptionView(account, subscription));
  return subscription;
}

function openInvoice(
  account: AccountContext,
  subscription: LocalSubscription,
  reason: LocalInvoice['reason'],
): LocalInvoice {
  const { state, now } = account;
  const id = newObjectId('in', state);
  const balance = applyBalance(account, id, subscription.price.amount);
  const amount = amountDue({ price: subscription.price, ...balance });
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
  recordEvent(account, 'invoice.created', invoiceView(account, invoice));
  recordEvent(account, 'invoice.finalized', invoiceView(account, invoice));
  if (invoice.intent === null) markPaid(account, invoice);
  return invoice;
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
  cancelPayment(account, invoice);
  unapplyBalance(account, invoice);
  recordEvent(account, 'invoice.voided', invoiceView(account, invoice));
  const subscription = account.state.subscriptions.find(({ id }) => id === invoice.subscription);
  if (subscription?.status === 'incomplete') endSubscription(account, subscription, 'incomplete_expired');
}

function cancelPayment(account: AccountContext, invoice: LocalInvoice): void {
  if (invoice.intent === null) return;
  const intent = findIntent(account, 'payment', invoice.intent);
  if (intent.status === 'succeeded') return;
  intent.status = 'canceled';
  recordEvent(account, 'payment_intent.canceled', intentView(account, intent, false));
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

function hasEnded({ status }: LocalSubscription): boolean {
  return status === 'canceled' || status === 'incomplete_expired';
}

function endSubscription(
  account: AccountContext,
  subscription: LocalSubscription,
  status: 'canceled' | 'incomplete_expired',
): void {
  subscription.status = status;
  subscription.endedAt = account.now;
  const type = status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  recordEvent(account, type, subscriptionView(account, subscription));
}

/** Returns the time of the next renewal or expiry in seconds on the customer's clock; undefined if it has ended. */
export function nextDueAt(subscription: LocalSubscription): number | undefined {
  if (hasEnded(subscription)) return undefined;
  return subscription.status === 'incomplete' ? subscription.payBefore : subscription.periodEnd;
}

/** Processes everything that is due, oldest first: renewals, scheduled cancellations and expiries. */
export function processDue(account: AccountContext): void {
  for (const subscription of account.state.subscriptions) {
    for (
      let due = nextDueAt(subscription);
      due !== undefined && due <= account.now;
      due = nextDueAt(subscription)
    ) {
      processSubscription({ ...account, now: due }, subscription);
    }
  }
}

function processSubscription(account: AccountContext, subscription: LocalSubscription): void {
  if (subscription.status === 'incomplete')
    voidInvoice(account, findInvoice(account, subscription.latestInvoice));
  else if (subscription.cancelAtPeriodEnd) endSubscription(account, subscription, 'canceled');
  else if (subscription.status === 'past_due') markUncollectible(account, subscription);
  else renew(account, subscription);
}

/** Cancels a subscription that stayed past due for a full period. */
function markUncollectible(account: AccountContext, subscription: LocalSubscription): void {
  const invoice = findInvoice(account, subscription.latestInvoice);
  invoice.status = 'uncollectible';
  cancelPayment(account, invoice);
  recordEvent(account, 'invoice.marked_uncollectible', invoiceView(account, invoice));
  endSubscription(account, subscription, 'canceled');
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
  // A successful payment has recorded the event of the subscription already.
  if (paid) return;
  subscription.status = 'past_due';
  recordEvent(account, 'customer.subscription.updated', subscriptionView(account, subscription));
}
