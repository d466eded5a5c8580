import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { subscribedOutput } from '#shared/schemas/billing/billing.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { PaymentIntent } from '#server/providers/payments/port.ts';
import { isCustomerOf } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { settleInvoice } from '#server/features/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';

/** The provider marks an invoice paid shortly after its payment succeeds: poll for up to five seconds. */
const MAX_POLLS = 20;
const POLL_INTERVAL_MS = 250;

/** A paid plan whose credits are granted: the response without its `success`. */
export const paidPlanSchema = subscribedOutput.omit({ success: true });
export type PaidPlan = z.infer<typeof paidPlanSchema>;

/** Returns a payment intent of the caller. Throws FORBIDDEN for any other, whether or not it exists. */
export async function ownIntent(deps: BillingDeps, uid: string, intentId: string): Promise<PaymentIntent> {
  const [intent, account] = await Promise.all([deps.gateway.intent(intentId), deps.accounts.byUid(uid)]);
  if (intent?.customerId === undefined || !isCustomerOf(account, intent.customerId)) {
    throw new AppError('FORBIDDEN', 'This payment belongs to another user.');
  }
  return intent;
}

/** Returns the secret of a payment intent of the caller, `null` without an intent. It is never stored with a key. */
export async function secretOf(
  deps: BillingDeps,
  uid: string,
  intentId: string | null,
): Promise<string | null> {
  return intentId === null ? null : ((await ownIntent(deps, uid, intentId)).clientSecret ?? null);
}

/**
 * Activates the plan of a succeeded payment and grants its credits without waiting for a webhook. Idempotent. Throws
 * PAYMENT_REQUIRED while it is unpaid, CONFLICT if it paid for a second plan and was refunded.
 */
export async function finishPayment(deps: BillingDeps, uid: string, intentId: string): Promise<PaidPlan> {
  for (let poll = 1; poll <= MAX_POLLS; poll++) {
    const { status, invoiceId } = await ownIntent(deps, uid, intentId);
    if (invoiceId === undefined || (status !== 'paid' && status !== 'processing')) break;
    const settlement = await settleInvoice(deps, invoiceId);
    if (settlement === 'granted') return paidPlan(deps, uid, invoiceId);
    if (settlement === 'refunded') throw refundedError();
    if (settlement === 'nothing') break;
    await sleep(POLL_INTERVAL_MS);
  }
  throw new AppError('PAYMENT_REQUIRED', 'This payment is not complete.');
}

function refundedError(): AppError {
  const text = 'This payment was refunded because another subscription was active when it was made.';
  return new AppError('CONFLICT', text);
}

/** Returns the plan of a payment whose credits are granted; `undefined` otherwise. */
export async function findFinishedPayment(
  deps: BillingDeps,
  uid: string,
  intentId: string,
): Promise<PaidPlan | undefined> {
  const { invoiceId } = await ownIntent(deps, uid, intentId);
  const invoice = invoiceId === undefined ? undefined : await deps.records.invoice(invoiceId);
  return invoice?.outcome === 'granted' ? paidPlan(deps, uid, invoice._id) : undefined;
}

/** Returns the plan that a granted invoice paid for. Syncs its subscription first. */
export async function paidPlan(deps: BillingDeps, uid: string, invoiceId: string): Promise<PaidPlan> {
  const [invoice, user] = await Promise.all([deps.records.invoice(invoiceId), deps.users.byUid(uid)]);
  if (invoice?.plan === undefined || invoice.subscriptionId === undefined || user === undefined) {
    throw new Error(`Granted invoice ${invoiceId} is not stored`);
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
