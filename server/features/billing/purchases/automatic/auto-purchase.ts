import type { AutoPurchaseInput } from '#shared/schemas/billing/auto-purchase.ts';
import { CREDIT_PACKS } from '#shared/billing/credit-packs.ts';
import { formatCount } from '#shared/formats.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { ownCard } from '#server/features/billing/checkout/pay-with-saved-card.ts';
import { changedCredits } from '#server/features/billing/credit-changes.ts';
import { assertMayBuy } from '#server/features/billing/purchases/buy-credits.ts';
import { isActive } from '#server/features/billing/present-billing.ts';
import { renewalOf } from '#server/features/billing/subscriptions/plan-end.ts';
import type { AutoPurchase } from './auto-purchase-store.ts';
import { decideAutoPurchase, monthOf, type AutoPurchaseFacts } from './decide-auto-purchase.ts';

/** Names the duty that buys credits by themselves. */
export const AUTO_PURCHASE_DUTY = 'buy-credits-automatically';

/**
 * Turns the automatic purchase of a user on with these settings. Throws SUBSCRIPTION_REQUIRED without a plan, PAYMENT_OVERDUE
 * while its renewal is unpaid, CONFLICT if it will end, a payment is disputed or credits are owed, and NOT_FOUND for the card of another.
 */
export async function turnOnAutoPurchase(
  deps: BillingDeps,
  { uid, streamId }: { uid: string; streamId: string },
  { threshold, credits, max_per_month: maxPerMonth, paymentMethodId }: AutoPurchaseInput,
): Promise<void> {
  const plan = await deps.records.currentSubscription(uid);
  assertMayBuy(deps, plan);
  if (renewalOf(plan) === undefined)
    throw new AppError('CONFLICT', 'Your plan is cancelled. Keep it to turn on automatic purchase.');
  if (await deps.records.isDisputed(uid))
    throw new AppError(
      'CONFLICT',
      'One of your payments is disputed, so credits are not bought automatically.',
    );
  const { debt } = await deps.ledger.balance(streamId);
  if (debt > 0)
    throw new AppError(
      'CONFLICT',
      `${formatCount(debt, 'credit is', 'credits are')} owed after a refund. Buy credits first.`,
    );
  const { id: cardId } = await ownCard(deps, uid, paymentMethodId);
  const settings = { threshold, credits, maxPerMonth, cardId };
  await deps.autoPurchases.turnOn(uid, streamId, settings, deps.clock.now());
  deps.trigger(AUTO_PURCHASE_DUTY);
}

/**
 * Orders a pack for each user whose automatic purchase is on and wants one, of those whose credits have changed or of all
 * users. The orders are carried out by `buyAutomatically`.
 */
export async function orderAutomatically(
  deps: BillingDeps,
  options: { all?: boolean; signal?: AbortSignal },
): Promise<void> {
  const { autoPurchases, log } = deps;
  const watched = (after: string, limit: number) => autoPurchases.watched(after, limit);
  for await (const purchase of changedCredits(deps, watched, options))
    await check(deps, purchase).catch((error: unknown) => {
      log.warn({ err: error, uid: purchase._id }, 'failed to check an automatic purchase; will retry');
    });
}

async function check(deps: BillingDeps, purchase: AutoPurchase): Promise<void> {
  if (purchase.order !== undefined) return;
  const month = monthOf(deps.clock.now());
  const bought = month <= purchase.month ? purchase.bought : 0;
  const { facts, version } = await factsOf(deps, purchase, bought);
  if (decideAutoPurchase(facts).kind === 'nothing') await deps.autoPurchases.checked(purchase, version);
  // Also where it stops: the order has the key of the mail that says why.
  else await deps.autoPurchases.order(purchase, month, deps.clock.now());
}

/** Reads what decides about an automatic purchase, and the version of the credits that it read. */
export async function factsOf(
  { ledger, records, users, clock }: BillingDeps,
  { _id: uid, streamId, threshold, maxPerMonth, credits, onSince }: AutoPurchase,
  bought: number,
): Promise<{ facts: AutoPurchaseFacts; version: number }> {
  const [user, { available, debt, version }, subscription, disputed, returned] = await Promise.all([
    users.byUid(uid),
    ledger.balance(streamId),
    records.currentSubscription(uid),
    records.isDisputed(uid),
    onSince !== undefined && records.isRefundedSince(uid, onSince),
  ]);
  const renews =
    subscription !== undefined &&
    isActive(subscription, clock.now()) &&
    renewalOf(subscription) !== undefined;
  const unpaid = subscription?.status === 'past_due' ? 'past_due' : 'ends';
  const plan: AutoPurchaseFacts['plan'] = renews ? 'renews' : unpaid;
  const facts = {
    available,
    threshold,
    bought,
    maxPerMonth,
    plan,
    disputed,
    closing: user === undefined,
    suspended: user?.suspendedAt !== undefined,
    refunded: returned || debt > 0,
    sold: CREDIT_PACKS.some((pack) => pack === credits),
  };
  return { facts, version };
}
