import { DAY_MS, HOUR_MS } from '#shared/time-units.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import { defaultCardOf } from '#server/features/billing/cards/saved-cards.ts';
import { queueMail } from '#server/features/billing/mails/queue-mail.ts';
import { isActive } from '#server/features/billing/present-billing.ts';
import { renewalOf } from '#server/features/billing/subscriptions/plan-end.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** Lease of a claimed check, and the delay before a retry while the payment provider is unavailable. */
const RETRY_MS = HOUR_MS;
const CHECK_EVERY_MS = 5 * DAY_MS;

/**
 * Queues the mails about cards that pay for a plan and expire this month or the next: one per card and month. Ends early once
 * `signal` is aborted.
 */
export async function checkCards(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const { cardChecks, clock, log } = deps;
  const due = dueRecords((now, until) => cardChecks.claim(now, until), { clock, leaseMs: RETRY_MS, signal });
  for await (const account of due) {
    const now = clock.now().getTime();
    try {
      await checkCard(deps, account);
      await cardChecks.next(account._id, new Date(now + CHECK_EVERY_MS));
    } catch (error) {
      log.warn({ err: error, uid: account._id }, 'failed to check a card; retrying in an hour');
    }
  }
}

async function checkCard(deps: BillingDeps, { _id: uid, liveSubscriptionId }: BillingAccount): Promise<void> {
  if (liveSubscriptionId === undefined) return;
  const now = deps.clock.now();
  const plan = await deps.records.subscription(liveSubscriptionId);
  // A cancelled plan is not paid again, unless it ends later.
  if (plan === undefined || !isActive(plan, now) || renewalOf(plan) === undefined) return;
  const card = await defaultCardOf(deps, uid, liveSubscriptionId);
  if (card === undefined || !expiresSoon(card, now)) return;
  const month = now.toISOString().slice(0, 'yyyy-mm'.length);
  // The same card may be saved again under another id.
  const key = `card_expiring:${uid}:${card.fingerprint ?? card.id}:${month}`;
  await queueMail(deps, uid, key, {
    kind: 'card_expiring',
    subscriptionId: liveSubscriptionId,
    cardId: card.id,
  });
}

/** Whether a card expires at the end of the current or the next month (UTC). */
export function expiresSoon(
  { expMonth, expYear }: { expMonth: number; expYear: number },
  now: Date,
): boolean {
  const months = expYear * 12 + expMonth - (now.getUTCFullYear() * 12 + now.getUTCMonth() + 1);
  return months === 0 || months === 1;
}
