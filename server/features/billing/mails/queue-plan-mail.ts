import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { endOf } from '#server/features/billing/subscriptions/plan-end.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Queues the mail about the stored state of a plan: cancelled, continued or ended. Derived from that state alone, so
 * that a later call makes up for one that died. No-op for a checkout that was never paid.
 */
export async function queuePlanMail(deps: BillingDeps, uid: string, subscriptionId: string): Promise<void> {
  const stored = await deps.records.subscription(subscriptionId);
  if (stored === undefined) return;
  const { status, cancelAtPeriodEnd, cancelChanges = 0 } = stored;
  const ended = status === 'canceled';
  if (!ended && cancelChanges === 0) return;
  if (!(await deps.records.isGranted(subscriptionId))) return;
  if (ended) {
    await queueMail(deps, uid, `plan_ended:${subscriptionId}`, { kind: 'plan_ended', subscriptionId });
    return;
  }
  const kind = cancelAtPeriodEnd ? 'plan_cancelled' : 'plan_resumed';
  const key = `${kind}:${subscriptionId}:${String(cancelChanges)}`;
  await queueMail(deps, uid, key, { kind, subscriptionId, periodEnd: endOf(stored) ?? stored.periodEnd });
}
