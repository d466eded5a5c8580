import { setTimeout as pause } from 'node:timers/promises';
import type { PlanId } from '#shared/plans.ts';
import { AppError } from '#server/lib/errors.ts';
import type { PaymentIntent } from '#server/providers/payments/port.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { settleInvoice } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

/** The provider marks an invoice paid a moment after its payment: look this often for up to five seconds (design §5). */
const MAX_POLLS = 20;
const POLL_INTERVAL_MS = 250;

/** A plan that was paid, with its credits granted. */
export interface PaidPlan {
  subscriptionId: string;
  planId: PlanId;
  /** Credits that can be spent now. */
  balance: number;
  orderNumber: string;
}

/** A payment of the caller's own. Throws FORBIDDEN for every other, whether or not it exists. */
export async function ownIntent(deps: BillingDeps, uid: string, intentId: string): Promise<PaymentIntent> {
  const [intent, account] = await Promise.all([deps.gateway.intent(intentId), deps.accounts.byUid(uid)]);
  if (intent === undefined || account?.customerId === undefined || intent.customerId !== account.customerId) {
    throw new AppError('FORBIDDEN', 'This payment belongs to another user.');
  }
  return intent;
}

/**
 * Turns a payment that succeeded into a running plan with its credits, without waiting for a webhook; does nothing
 * twice. Throws PAYMENT_REQUIRED while it is not paid, CONFLICT where it paid a second plan and was given back.
 */
export async function finishPayment(deps: BillingDeps, uid: string, intentId: string): Promise<PaidPlan> {
  for (let look = 1; look <= MAX_POLLS; look++) {
    const { status, invoiceId } = await ownIntent(deps, uid, intentId);
    if (invoiceId === undefined || (status !== 'paid' && status !== 'processing')) break;
    const settlement = await settleInvoice(deps, invoiceId);
    if (settlement === 'granted') return paidPlan(deps, uid, invoiceId);
    if (settlement === 'refunded') throw refundedError();
    if (settlement === 'nothing') break;
    await pause(POLL_INTERVAL_MS);
  }
  throw new AppError('PAYMENT_REQUIRED', 'This payment is not complete.');
}

function refundedError(): AppError {
  const text = 'This payment was refunded because another subscription was active when it was made.';
  return new AppError('CONFLICT', text);
}

/** A payment whose credits are granted already; undefined for every other. */
export async function findFinishedPayment(
  deps: BillingDeps,
  uid: string,
  intentId: string,
): Promise<PaidPlan | undefined> {
  const { invoiceId } = await ownIntent(deps, uid, intentId);
  const invoice = invoiceId === undefined ? undefined : await deps.records.invoice(invoiceId);
  return invoice?.outcome === 'granted' ? paidPlan(deps, uid, invoice._id) : undefined;
}

/** What a granted invoice has paid for. */
export async function paidPlan(deps: BillingDeps, uid: string, invoiceId: string): Promise<PaidPlan> {
  const [invoice, user] = await Promise.all([deps.records.invoice(invoiceId), deps.users.byUid(uid)]);
  if (invoice?.plan === undefined || invoice.subscriptionId === undefined || user === undefined) {
    throw new Error(`The granted invoice ${invoiceId} is not on record`);
  }
  await syncSubscription(deps, invoice.subscriptionId);
  const { available } = await deps.ledger.balance(user.streamId);
  return {
    subscriptionId: invoice.subscriptionId,
    planId: invoice.plan,
    balance: available,
    orderNumber: invoice.number,
  };
}
