import type { z } from 'zod';
import { subscribedOutput } from '#shared/schemas/billing/billing.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { PaymentIntent } from '#server/providers/payments/port.ts';
import { isCustomerOf } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { untilSettled, type Settlement } from '#server/features/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';

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

/** Settles the invoice of a payment of the caller, which is unpaid unless its payment succeeded. Throws like `ownIntent`. */
export async function settlePayment(
  deps: BillingDeps,
  uid: string,
  intentId: string,
): Promise<{ settlement: Settlement; invoiceId: string | undefined }> {
  const { status, invoiceId } = await ownIntent(deps, uid, intentId);
  const isPaid = status === 'paid' || status === 'processing';
  const settlement = isPaid && invoiceId !== undefined ? await untilSettled(deps, invoiceId) : 'unpaid';
  return { settlement, invoiceId };
}

/**
 * Activates the plan of a succeeded payment and grants its credits without waiting for a webhook. Idempotent. Throws
 * PAYMENT_REQUIRED while it is unpaid or if it paid for no plan, CONFLICT if it paid for a second plan and was refunded.
 */
export async function finishPayment(deps: BillingDeps, uid: string, intentId: string): Promise<PaidPlan> {
  const { settlement, invoiceId } = await settlePayment(deps, uid, intentId);
  if (settlement === 'refunded') throw refundedError();
  const paid = settlement === 'granted' && invoiceId ? await paidPlan(deps, uid, invoiceId) : undefined;
  if (paid === undefined) throw new AppError('PAYMENT_REQUIRED', 'This payment is not complete.');
  return paid;
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

/** Returns the plan that a granted invoice paid for; `undefined` if it paid for credits. Syncs its subscription first. */
export async function paidPlan(
  deps: BillingDeps,
  uid: string,
  invoiceId: string,
): Promise<PaidPlan | undefined> {
  const [invoice, user] = await Promise.all([deps.records.invoice(invoiceId), deps.users.byUid(uid)]);
  if (invoice?.plan === undefined || invoice.subscriptionId === undefined || user === undefined)
    return undefined;
  await syncSubscription(deps, invoice.subscriptionId);
  const { available } = await deps.ledger.balance(user.streamId);
  return {
    subscriptionId: invoice.subscriptionId,
    planId: invoice.plan,
    balance: available,
    orderNumber: invoice.number,
  };
}
