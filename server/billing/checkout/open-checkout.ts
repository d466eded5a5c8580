import type { PlanId } from '#shared/plans.ts';
import { AppError } from '#server/lib/errors.ts';
import { AlreadyPaid, type OpenPayment } from '#server/providers/payments/port.ts';
import type { BillingAccount, Checkout } from '#server/billing/billing-account-model.ts';
import type { BillingDeps } from '#server/billing/billing-deps.ts';
import { customerOf } from '#server/billing/customers.ts';
import { settleInvoice } from '#server/billing/invoices/settle-invoice.ts';
import { syncSubscription } from '#server/billing/subscriptions/sync-subscription.ts';

/** Two tabs that keep choosing different plans take turns; this many turns are enough for people. */
const MAX_ATTEMPTS = 8;

/** Checkouts that a user may begin within 24 hours: each is a customer's subscription at the provider, kept there for good. */
export const MAX_CHECKOUTS_PER_DAY = 20;
const DAY_MS = 86_400_000;

/**
 * Opens the user's one checkout for a plan, or finds it open already: the same intent is answered again (contract §6).
 * A checkout for another plan is ended first. Throws CONFLICT when the user is subscribed,
 * TOO_MANY_REQUESTS where it would be the 21st new checkout in 24 hours; the open one can still be paid.
 */
export async function openCheckout(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
): Promise<OpenPayment & { customerId: string }> {
  const customerId = await customerOf(deps, uid);
  for (let turn = 0; turn < MAX_ATTEMPTS; turn++) {
    const account = await deps.accounts.byUid(uid);
    await assertNotSubscribed(deps, account?.liveSubscriptionId);
    const checkout = account?.checkout;
    const payment = checkout && (await findOrStartPayment(deps, uid, customerId, checkout));
    if (checkout !== undefined && payment !== undefined) {
      if (checkout.plan === plan) return { ...payment, customerId };
      assertWithinQuota(account, deps.clock.now());
      if ((await deps.gateway.cancelUnpaid(payment)) === 'paid') {
        await settleIfCurrent(deps, uid, { ...payment, n: checkout.n });
        continue;
      }
    }
    // Nothing is open any more: the next turn finds the user subscribed, or this new checkout.
    const now = deps.clock.now();
    assertWithinQuota(account, now);
    const since = new Date(now.getTime() - DAY_MS);
    await deps.accounts.beginCheckout(uid, checkout?.n ?? 0, plan, { max: MAX_CHECKOUTS_PER_DAY, since, now });
  }
  throw new AppError('CONFLICT', 'This checkout is open in another window. Please finish it there.');
}

function assertWithinQuota(account: BillingAccount | undefined, now: Date): void {
  const recent = account?.recentCheckouts ?? [];
  const [oldest] = recent;
  if (oldest === undefined || recent.length < MAX_CHECKOUTS_PER_DAY) return;
  const wait = Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
  if (wait <= 0) return;
  const text =
    'You have opened too many payments today. Please try again later, or pay the plan you chose last.';
  throw new AppError('TOO_MANY_REQUESTS', text, { retry_after: wait });
}

/** What we know of the live subscription may be out of date, so it is asked for before it is held against anyone. */
async function assertNotSubscribed(deps: BillingDeps, liveSubscriptionId: string | undefined): Promise<void> {
  if (liveSubscriptionId === undefined) return;
  const status = (await syncSubscription(deps, liveSubscriptionId))?.status;
  if (status === 'canceled') return;
  const pastDue = status === 'past_due';
  throw new AppError(
    'CONFLICT',
    pastDue ? 'Your last payment failed. Please update your card.' : 'You already have a subscription.',
  );
}

/** The open payment of a checkout; `undefined` once it is paid (by balance at once), void or expired, which is then on record. */
async function findOrStartPayment(
  deps: BillingDeps,
  uid: string,
  customerId: string,
  checkout: Checkout,
): Promise<OpenPayment | undefined> {
  const { n, plan, subscriptionId, invoiceId } = checkout;
  if (subscriptionId === undefined || invoiceId === undefined) {
    // New, or a process died before it noted the answer: the key makes both the same subscription.
    const request = { customerId, plan, key: `checkout:${uid}:${String(n)}` };
    const started = await deps.gateway.startSubscription(request).catch(unlessPaid);
    if (started instanceof AlreadyPaid) {
      const { subscriptionId: paid, invoiceId: paidInvoice } = started;
      await settleIfCurrent(deps, uid, { n, subscriptionId: paid, invoiceId: paidInvoice });
      return undefined;
    }
    await deps.accounts.saveCheckoutIds(uid, n, started);
    return started;
  }
  const open = await deps.gateway.openPayment(subscriptionId);
  if (open === undefined) await settleIfCurrent(deps, uid, { n, subscriptionId, invoiceId });
  return open;
}

function unlessPaid(error: unknown): AlreadyPaid {
  if (error instanceof AlreadyPaid) return error;
  throw error;
}

/** A checkout that another window has replaced meanwhile decides nothing about its invoice: the webhook does. */
async function settleIfCurrent(
  deps: BillingDeps,
  uid: string,
  { n, subscriptionId, invoiceId }: { n: number; subscriptionId: string; invoiceId: string },
): Promise<void> {
  if ((await deps.accounts.byUid(uid))?.checkout?.n !== n) return;
  await settleInvoice(deps, invoiceId);
  await syncSubscription(deps, subscriptionId);
}
