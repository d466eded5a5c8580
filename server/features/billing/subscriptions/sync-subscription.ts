import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';
import type { SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { payerOf } from '#server/features/billing/customers.ts';
import type { ProviderSubscription } from '#server/providers/payments/port.ts';
import { storeLatest } from '#server/features/billing/billing-records.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { queuePlanMail } from '#server/features/billing/mails/queue-plan-mail.ts';
import { dayText } from '#server/features/billing/mails/texts/mail-text.ts';
import { planDetail } from '#server/features/billing/present-billing.ts';
import { endOf } from './plan-end.ts';
import type { Client } from '#server/platform/trpc/context.ts';

/**
 * Fetches and stores a subscription. Idempotent, in any order. Returns `undefined` if it is not one of ours, or if the
 * provider no longer has it: its record has ended then.
 */
export async function syncSubscription(
  deps: BillingDeps,
  subscriptionId: string,
): Promise<ProviderSubscription | undefined> {
  let found: { uid: string; subscription: ProviderSubscription } | undefined;
  await storeLatest(async () => {
    const stored = await deps.records.subscription(subscriptionId);
    const subscription = await deps.gateway.subscription(subscriptionId);
    if (subscription === undefined) return endMissing(deps, subscriptionId, stored);
    const payer = await payerOf(deps, subscription.customerId);
    found = payer && { uid: payer.uid, subscription };
    return found === undefined || deps.records.saveSubscription(found.uid, found.subscription, stored);
  });
  if (found === undefined) return undefined;
  const { uid, subscription } = found;
  await queuePlanMail(deps, uid, subscriptionId);
  // `canceled` is final, so this cannot release a later claim of the same subscription.
  if (subscription.status === 'canceled') await deps.accounts.clearLive(uid, subscriptionId);
  return subscription;
}

/** Ends the record of a subscription that the provider does not have. Returns false if it has changed since. */
async function endMissing(
  deps: BillingDeps,
  subscriptionId: string,
  stored: SubscriptionRecord | undefined,
): Promise<boolean> {
  if (stored === undefined || stored.status === 'canceled') return true;
  deps.log.error({ uid: stored.uid, subscriptionId }, 'the payment provider no longer has a subscription');
  if (!(await deps.records.endSubscription(stored))) return false;
  await deps.accounts.clearLive(stored.uid, subscriptionId);
  return true;
}

/**
 * Fetches and stores the live subscription of an account. Returns `undefined` if there is none, or none any more at the
 * provider: the account is free for another one then.
 */
export async function syncLive(
  deps: BillingDeps,
  account: BillingAccount | undefined,
): Promise<ProviderSubscription | undefined> {
  if (account?.liveSubscriptionId === undefined) return undefined;
  const subscription = await syncSubscription(deps, account.liveSubscriptionId);
  if (subscription === undefined) await deps.accounts.clearLive(account._id, account.liveSubscriptionId);
  return subscription;
}

/**
 * Cancels the caller's plan at the end of its period, or undoes its cancellation, whoever made it. No refund; credits
 * stay. Throws CONFLICT without an active plan, and where the provider's answer does not show the change.
 */
export async function setPlanCancelled(
  deps: BillingDeps,
  { uid, client }: { uid: string; client: Client },
  cancelled: boolean,
): Promise<void> {
  const subscription = await syncLive(deps, await deps.accounts.byUid(uid));
  if (subscription === undefined || subscription.status === 'canceled') {
    throw new AppError('CONFLICT', 'There is no active plan.');
  }
  if (subscription.cancelAtPeriodEnd === cancelled) return;
  const answer = await requestCancellation(deps, subscription.id, cancelled);
  if (answer?.cancelAtPeriodEnd !== cancelled) {
    await syncSubscription(deps, subscription.id);
    throw new AppError('CONFLICT', notChanged(deps, endOf(answer ?? subscription)));
  }
  await deps.accountEvents.record({
    uid,
    type: cancelled ? 'plan_cancelled' : 'plan_resumed',
    client,
    detail: planDetail(subscription.plan),
  });
  await syncSubscription(deps, subscription.id);
}

/** Returns the state that the provider answers with; `undefined` if it refuses, as for a plan with a schedule. */
async function requestCancellation(
  { gateway, log }: BillingDeps,
  subscriptionId: string,
  cancelled: boolean,
): Promise<ProviderSubscription | undefined> {
  try {
    return await gateway.setCancelAtPeriodEnd(subscriptionId, cancelled);
  } catch (error) {
    if (!(error instanceof ProviderRejected)) throw error;
    log.error(
      { err: error, subscriptionId, cancelled },
      'the payment provider refused to change a cancellation',
    );
    return undefined;
  }
}

function notChanged({ supportEmail }: BillingDeps, end: Date | undefined): string {
  return end === undefined
    ? `Your plan could not be cancelled. Write to ${supportEmail}.`
    : `Your plan still ends on ${dayText(end)} (UTC). To keep it, write to ${supportEmail}.`;
}
