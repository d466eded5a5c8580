import { HOUR_MS } from '#shared/time-units.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { changedCredits } from '#server/features/billing/credit-changes.ts';
import { queueMail } from '#server/features/billing/mails/queue-mail.ts';
import type { CreditAlert } from './credit-alert-store.ts';

/** The shortest time between two mails, for credits that keep rising and falling around the threshold. */
const QUIET_MS = HOUR_MS;

/** Sets the threshold of a user's reminder; null removes it. Credits that are low already cause no mail. */
export async function setCreditAlert(
  { alerts, ledger }: BillingDeps,
  { uid, streamId }: { uid: string; streamId: string },
  threshold: number | null,
): Promise<void> {
  const { available, version } = await ledger.balance(streamId);
  const armed = threshold !== null && available >= threshold;
  await alerts.set(uid, { streamId, threshold: threshold ?? undefined, armed, version });
}

/** Checks the reminders of users whose credits have changed, or of all users, until `signal` is aborted. */
export async function checkCreditAlerts(
  deps: BillingDeps,
  options: { all?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const { alerts, log } = deps;
  for await (const alert of changedCredits(deps, (after, limit) => alerts.watched(after, limit), options))
    await check(deps, alert).catch((error: unknown) => {
      log.warn({ err: error, uid: alert._id }, 'failed to check a credit reminder; will retry');
    });
}

/** Queues one mail when credits fall below the threshold; rising to it again arms the next one. */
async function check(deps: BillingDeps, alert: CreditAlert): Promise<void> {
  const { _id: uid, threshold, armed, n, mailedAt } = alert;
  if (threshold === undefined) return;
  const { available, version } = await deps.ledger.balance(alert.streamId);
  const low = available < threshold;
  if (!armed || !low) {
    await deps.alerts.checked(alert, { n, armed: !low, version });
    return;
  }
  const now = deps.clock.now();
  // The version is not stored, so that a later check sends the mail.
  if (mailedAt !== undefined && now.getTime() - mailedAt.getTime() < QUIET_MS) return;
  // Before the state, so that a process that dies here leaves a check that queues the same key.
  const key = `credits_low:${uid}:${String(n + 1)}`;
  await queueMail(deps, uid, key, { kind: 'credits_low', threshold, available });
  await deps.alerts.checked(alert, { n: n + 1, armed: false, version, mailedAt: now });
}
