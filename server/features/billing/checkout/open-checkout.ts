import type { PlanId } from '#shared/plans.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { RequestSpent } from '#server/providers/errors.ts';
import { AlreadyPaid, type OpenPayment } from '#server/providers/payments/port.ts';
import type { BillingAccount, Checkout } from '#server/features/billing/billing-account-store.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { withCustomer } from '#server/features/billing/customers.ts';
import { settleInvoice } from '#server/features/billing/invoices/settle-invoice.ts';
import { syncLive, syncSubscription } from '#server/features/billing/subscriptions/sync-subscription.ts';

/** Attempts before a checkout that concurrent windows keep replacing is refused. */
const MAX_ATTEMPTS = 8;

/** Each checkout creates a subscription at the provider, which keeps it forever. */
export const MAX_CHECKOUTS_PER_DAY = 20;

/**
 * Opens the user's checkout for a plan. Returns the same intent while it is open; a checkout for another plan, or with
 * another name, address or tax number on its invoice, is canceled first. Throws CONFLICT if the user is subscribed, TOO_MANY_REQUESTS beyond the quota of new checkouts per
 * 24 hours; the open checkout can still be paid then.
 */
export async function openCheckout(
  deps: BillingDeps,
  uid: string,
  plan: PlanId,
): Promise<OpenPayment & { customerId: string }> {
  return withCustomer(deps, uid, (customerId) => openFor(deps, uid, customerId, plan));
}

async function openFor(
  deps: BillingDeps,
  uid: string,
  customerId: string,
  plan: PlanId,
): Promise<OpenPayment & { customerId: string }> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const account = await deps.accounts.byUid(uid);
    await assertNotSubscribed(deps, account);
    const checkout = account?.checkout;
    const payment = checkout && (await findOrReplace(deps, account, customerId, checkout));
    if (checkout !== undefined && payment !== undefined) {
      const same = checkout.plan === plan && checkout.detailsRevision === account?.detailsRevision;
      if (same) return { ...payment, customerId };
      assertWithinQuota(account, deps.clock.now());
      if ((await deps.gateway.cancelUnpaid(payment)) === 'paid') {
        await settleIfCurrent(deps, uid, { ...payment, n: checkout.n });
        continue;
      }
    }
    // No payment is open: the next attempt finds the user subscribed, or this new checkout.
    await beginCheckout(deps, uid, account, plan);
  }
  throw new AppError('CONFLICT', 'This checkout is open in another window. Please finish it there.');
}

/** Begins the checkout after the current one. Throws TOO_MANY_REQUESTS beyond the quota. */
async function beginCheckout(
  deps: BillingDeps,
  uid: string,
  account: BillingAccount | undefined,
  plan: PlanId,
): Promise<void> {
  const now = deps.clock.now();
  assertWithinQuota(account, now);
  const since = new Date(now.getTime() - DAY_MS);
  const quota = { max: MAX_CHECKOUTS_PER_DAY, since, now };
  await deps.accounts.beginCheckout(uid, account?.checkout?.n ?? 0, plan, quota, account?.detailsRevision);
}

/**
 * Like `findOrStartPayment`. Where the key of the checkout can never succeed any more, the next one is begun, so that the user's
 * next attempt has another key.
 */
async function findOrReplace(
  deps: BillingDeps,
  account: BillingAccount,
  customerId: string,
  checkout: Checkout,
): Promise<OpenPayment | undefined> {
  try {
    return await findOrStartPayment(deps, account, customerId, checkout);
  } catch (error) {
    if (error instanceof RequestSpent) await beginCheckout(deps, account._id, account, checkout.plan);
    throw error;
  }
}

function assertWithinQuota(account: BillingAccount | undefined, now: Date): void {
  const recent = account?.recentCheckouts ?? [];
  const [oldest] = recent;
  if (oldest === undefined || recent.length < MAX_CHECKOUTS_PER_DAY) return;
  const wait = Math.ceil((oldest.getTime() + DAY_MS - now.getTime()) / 1000);
  if (wait <= 0) return;
  const text =
    'You have opened too many payments today. Please try again later, or pay for the plan you chose last.';
  throw new AppError('TOO_MANY_REQUESTS', text, { retry_after: wait });
}

/** Throws CONFLICT if the user is subscribed. Syncs first, because the stored state may be stale. */
async function assertNotSubscribed(deps: BillingDeps, account: BillingAccount | undefined): Promise<void> {
  const status = (await syncLive(deps, account))?.status;
  if (status === undefined || status === 'canceled') return;
  const pastDue = status === 'past_due';
  throw new AppError(
    'CONFLICT',
    pastDue ? 'Your last payment failed. Please update your card.' : 'You already have a subscription.',
  );
}

/**
 * Returns the open payment of a checkout, started if needed. Returns `undefined` once it is paid (also from balance),
 * void or expired, after settling its invoice.
 */
async function findOrStartPayment(
  deps: BillingDeps,
  { _id: uid, formerCustomerIds }: BillingAccount,
  customerId: string,
  checkout: Checkout,
): Promise<OpenPayment | undefined> {
  const { n, plan, subscriptionId, invoiceId } = checkout;
  if (subscriptionId === undefined || invoiceId === undefined) {
    // New, or a process crashed before it stored the ids: the idempotency key returns the same subscription.
    const replaced = formerCustomerIds === undefined ? '' : `:${customerId}`;
    const request = { customerId, plan, key: `checkout:${uid}:${String(n)}${replaced}` };
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

/** Settles the invoice if `n` is still the current checkout; otherwise its webhook settles it. */
async function settleIfCurrent(
  deps: BillingDeps,
  uid: string,
  { n, subscriptionId, invoiceId }: { n: number; subscriptionId: string; invoiceId: string },
): Promise<void> {
  if ((await deps.accounts.byUid(uid))?.checkout?.n !== n) return;
  await settleInvoice(deps, invoiceId);
  await syncSubscription(deps, subscriptionId);
}
