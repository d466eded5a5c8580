import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import type { UserSummary } from '#server/features/auth/api.ts';
import type { BillingMail } from './billing-mail-store.ts';
import type { BillingNotice } from './billing-notice.ts';
import { writeMail } from './write-mail.ts';
import { dueRecords } from '#server/platform/lib/mongodb/due-records.ts';

/** Lease of a claimed mail, and the delay before a retry while the mail server is unavailable. */
const RETRY_MS = 5 * MINUTE_MS;
const GIVE_UP_MS = 3 * DAY_MS;

/**
 * Sends the due billing mails until `signal` is aborted. A mail whose process crashes after sending is sent again
 * under the same message id, which mailboxes show once.
 */
export async function sendBillingMails(deps: BillingDeps, signal?: AbortSignal): Promise<void> {
  const { mails, clock, log } = deps;
  const due = dueRecords((now, until) => mails.claim(now, until), { clock, leaseMs: RETRY_MS, signal });
  for await (const mail of due) {
    const now = clock.now().getTime();
    try {
      await send(deps, mail);
    } catch (error) {
      const final = error instanceof ProviderRejected || now - mail.at.getTime() > GIVE_UP_MS;
      log.warn({ err: error, mail: mail._id, final }, 'failed to send a billing mail');
      if (!final) continue;
    }
    await mails.close(mail._id);
  }
}

async function send(deps: BillingDeps, { _id, uid, notice }: BillingMail): Promise<void> {
  const user = await deps.users.byUid(uid);
  if (user === undefined) {
    // The account was closed after the mail was queued.
    await deps.mails.erase(uid);
    return;
  }
  if (isMuted(user, notice)) return;
  const content = await writeMail(deps, user, notice);
  if (content === undefined) return;
  const mail = renderEmail(user.email, { ...content, greeting: greetingOf(user) });
  await deps.mailer.send({ ...mail, id: `billing-${_id.replace(/\W+/g, '-')}` });
}

/** Whether the user has turned off the mails of this kind. */
function isMuted({ mutedMails }: UserSummary, { kind }: BillingNotice): boolean {
  return kind === 'card_expiring' && mutedMails.includes(kind);
}
