import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { defaultCardOf } from '#server/features/billing/cards/saved-cards.ts';
import { ownCard } from '#server/features/billing/checkout/pay-with-saved-card.ts';
import { settleInvoice } from '#server/features/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import type { OpenPayment, PaymentAttempt, SavedCard } from '#server/providers/payments/port.ts';

/** The attempt to pay an overdue invoice. */
export interface OverduePayment {
  payment: PaymentAttempt;
  /** Absent if the invoice was paid before. */
  card?: SavedCard;
  /** Set with `requires_action`: the payment that the browser authenticates. */
  intentId?: string;
}

/**
 * Pays the unpaid renewal of the caller's plan with a saved card, by default the one that pays next. An invoice is paid
 * once, and a card charged once per `key`. Throws NOT_FOUND for an invoice of another user, CONFLICT for one that is not
 * an open renewal, PAYMENT_REQUIRED without a card.
 */
export async function payOpenInvoice(
  deps: BillingDeps,
  uid: string,
  { invoiceId, cardId, key }: { invoiceId: string; cardId: string | undefined; key: string },
): Promise<OverduePayment> {
  const [account, invoice] = await Promise.all([deps.accounts.byUid(uid), deps.gateway.invoice(invoiceId)]);
  const customerId = account?.customerId;
  if (invoice === undefined || customerId === undefined || invoice.customerId !== customerId)
    throw notFound('Invoice');
  const { subscriptionId, reason, status } = invoice;
  if (subscriptionId === undefined || reason !== 'renewal') throw notPayable();
  if (status === 'paid') {
    await settleRenewal(deps, invoiceId, subscriptionId);
    return { payment: { kind: 'paid' } };
  }
  const live = subscriptionId === account?.liveSubscriptionId;
  const open = live ? await deps.gateway.openPayment(subscriptionId) : undefined;
  if (open?.invoiceId !== invoiceId) {
    // Another window may have paid it since the invoice was read.
    if (!live || (await deps.gateway.invoice(invoiceId))?.status !== 'paid') throw notPayable();
    await settleRenewal(deps, invoiceId, subscriptionId);
    return { payment: { kind: 'paid' } };
  }
  const card =
    cardId === undefined ? await defaultCardOf(deps, uid, subscriptionId) : await ownCard(deps, uid, cardId);
  if (card === undefined) throw new AppError('PAYMENT_REQUIRED', 'There is no saved card to pay with.');
  const payment = await payOverdue(deps, open, card.id, key);
  return {
    payment,
    card,
    ...(payment.kind === 'requires_action' && { intentId: open.intentId }),
  };
}

/**
 * Charges a card for the open invoice of a renewal, once per `key`, and stores the result. Throws CONFLICT once the
 * invoice is given up.
 */
export async function payOverdue(
  deps: BillingDeps,
  open: OpenPayment,
  cardId: string,
  key: string,
): Promise<PaymentAttempt> {
  const payment = await chargeInvoice(deps, open.invoiceId, cardId, key);
  await settleRenewal(deps, open.invoiceId, open.subscriptionId);
  return payment;
}

/** Charges a card for an open invoice, once per `key`. Throws CONFLICT once the invoice is given up. */
export async function chargeInvoice(
  { gateway }: BillingDeps,
  invoiceId: string,
  cardId: string,
  key: string,
  isPresent = true,
): Promise<PaymentAttempt> {
  try {
    return await gateway.payInvoice(invoiceId, cardId, `${key}:${cardId}`, isPresent);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    // Another window or an automatic retry may have paid it, or it was given up.
    const status = (await gateway.invoice(invoiceId))?.status;
    if (status === 'paid') return { kind: 'paid' };
    if (status === 'open') return { kind: 'declined', message: error.message, code: error.vendorCode };
    throw notPayable();
  }
}

/** Stores the result of the payment of a renewal, however it was paid. */
export async function settleRenewal(
  deps: BillingDeps,
  invoiceId: string,
  subscriptionId: string,
): Promise<void> {
  await settleInvoice(deps, invoiceId);
  await syncSubscription(deps, subscriptionId);
}

function notPayable(): AppError {
  return new AppError(
    'CONFLICT',
    'This invoice cannot be paid here. Only the open invoice of a renewal can.',
  );
}
