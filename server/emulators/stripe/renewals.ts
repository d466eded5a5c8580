import { DAY_SECONDS } from '#shared/time-units.ts';
import type { AccountState, LocalInvoice, LocalSubscription } from './account-state.ts';
import { findCard, findIntent, findInvoice, recordEvent, type AccountContext } from './account.ts';
import { chargeOffSession } from './payments.ts';
import {
  addMonths,
  cancelPayment,
  endsBefore,
  endSubscription,
  hasEnded,
  openInvoice,
  voidInvoice,
} from './subscriptions.ts';
import { invoiceView, subscriptionView } from './views/invoice-views.ts';

/** Days after the renewal on which an unpaid invoice is charged again. */
const RETRY_DAYS = [3, 5, 7];

/**
 * Returns the time of the next renewal, retry or expiry of a subscription in seconds on the customer's clock;
 * undefined if it has ended.
 */
export function nextDueAt(
  { invoices }: Pick<AccountState, 'invoices'>,
  subscription: LocalSubscription,
): number | undefined {
  if (hasEnded(subscription)) return undefined;
  if (subscription.status === 'incomplete') return subscription.payBefore;
  const latest = invoices.find(({ id }) => id === subscription.latestInvoice);
  const due = latest?.nextAttemptAt ?? subscription.periodEnd;
  return Math.min(due, subscription.cancelAt ?? due);
}

/** Processes everything that is due, oldest first: renewals, retries, scheduled cancellations and expiries. */
export function processDue(account: AccountContext): void {
  for (const subscription of account.state.subscriptions) {
    for (
      let due = nextDueAt(account.state, subscription);
      due !== undefined && due <= account.now;
      due = nextDueAt(account.state, subscription)
    ) {
      processSubscription({ ...account, now: due }, subscription);
    }
  }
}

function processSubscription(account: AccountContext, subscription: LocalSubscription): void {
  const invoice = findInvoice(account, subscription.latestInvoice);
  if (subscription.status === 'incomplete') voidInvoice(account, invoice);
  else if (endsBefore(subscription, account.now)) endSubscription(account, subscription, 'canceled');
  else if (invoice.nextAttemptAt !== null) retry(account, subscription, invoice);
  else if (subscription.status === 'past_due') giveUp(account, subscription, invoice);
  else renew(account, subscription);
}

function renew(account: AccountContext, subscription: LocalSubscription): void {
  const monthsSoFar = Math.round((subscription.periodEnd - subscription.anchor) / (30.4375 * DAY_SECONDS));
  subscription.periodStart = subscription.periodEnd;
  subscription.periodEnd = addMonths(subscription.anchor, monthsSoFar + 1);
  const invoice = openInvoice(account, subscription, 'subscription_cycle');
  // A successful payment records the event of the subscription.
  if (invoice.intent === null || charge(account, subscription, invoice)) return;
  subscription.status = 'past_due';
  recordEvent(account, 'customer.subscription.updated', subscriptionView(account, subscription));
}

function retry(account: AccountContext, subscription: LocalSubscription, invoice: LocalInvoice): void {
  if (!charge(account, subscription, invoice) && invoice.nextAttemptAt === null)
    giveUp(account, subscription, invoice);
}

/** Charges the default card and schedules the next attempt. Returns whether the invoice is paid. */
function charge(account: AccountContext, subscription: LocalSubscription, invoice: LocalInvoice): boolean {
  const retryDay = RETRY_DAYS[invoice.attemptCount];
  invoice.attemptCount += 1;
  invoice.nextAttemptAt = retryDay === undefined ? null : invoice.created + retryDay * DAY_SECONDS;
  const cardId = subscription.defaultCard ?? account.state.customer.defaultCard;
  if (cardId === null) {
    recordEvent(account, 'invoice.payment_failed', invoiceView(account, invoice));
    return false;
  }
  const intent = findIntent(account, 'payment', invoice.intent ?? '');
  return chargeOffSession(account, intent, findCard(account, cardId)).status === 200;
}

/** Cancels a subscription whose last retry has failed. */
function giveUp(account: AccountContext, subscription: LocalSubscription, invoice: LocalInvoice): void {
  invoice.status = 'uncollectible';
  cancelPayment(account, invoice);
  recordEvent(account, 'invoice.marked_uncollectible', invoiceView(account, invoice));
  endSubscription(account, subscription, 'canceled');
}
