import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { BillingNotice } from './billing-notice.ts';

/** Names the duty that sends the mails. */
export const BILLING_MAILS_DUTY = 'send-billing-mails';

/**
 * Queues a mail to a user, once per key. To be called before the effect it reports is marked as complete: whatever
 * repeats the effect then queues the same key. No-op for an account that is closed.
 */
export async function queueMail(
  { mails, users, clock, trigger }: Pick<BillingDeps, 'mails' | 'users' | 'clock' | 'trigger'>,
  uid: string,
  key: string,
  notice: BillingNotice,
): Promise<void> {
  if ((await users.byUid(uid)) === undefined) return;
  const at = clock.now();
  await mails.add({ _id: key, uid, notice, at, dueAt: at });
  trigger(BILLING_MAILS_DUTY);
}
