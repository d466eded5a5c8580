import type { PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';
import type { BillingDeps } from './billing-deps.ts';
import { ownCard } from './checkout/pay-with-saved-card.ts';
import { settleInvoice } from './invoices/settle-invoice.ts';
import { syncSubscription } from './subscriptions/sync-subscription.ts';

/** The new default card, and the payment attempt of an overdue invoice, if any. */
export interface ChangedCard {
  card: SavedCard;
  payment: PaymentAttempt | undefined;
  /** Set with `requires_action`: the browser authenticates the payment with it. */
  clientSecret: string | undefined;
}

/** Makes a saved card the default and pays an overdue invoice with it. */
export async function changeCard(deps: BillingDeps, uid: string, cardId: string): Promise<ChangedCard> {
  const { accounts, gateway, records } = deps;
  const card = await ownCard(deps, uid, cardId);
  const account = await accounts.byUid(uid);
  await gateway.setDefaultCard(account?.customerId ?? '', account?.liveSubscriptionId, cardId);
  const live =
    account?.liveSubscriptionId === undefined
      ? undefined
      : await records.subscription(account.liveSubscriptionId);
  if (live?.status !== 'past_due') return { card, payment: undefined, clientSecret: undefined };
  return { card, ...(await payOverdue(deps, live._id, cardId)) };
}

async function payOverdue(
  deps: BillingDeps,
  subscriptionId: string,
  cardId: string,
): Promise<Omit<ChangedCard, 'card'>> {
  const overdue = await deps.gateway.openPayment(subscriptionId);
  if (overdue === undefined) {
    await syncSubscription(deps, subscriptionId);
    return { payment: undefined, clientSecret: undefined };
  }
  const payment = await deps.gateway.payInvoice(overdue.invoiceId, cardId);
  await settleInvoice(deps, overdue.invoiceId);
  await syncSubscription(deps, subscriptionId);
  return { payment, clientSecret: payment.kind === 'requires_action' ? overdue.clientSecret : undefined };
}
