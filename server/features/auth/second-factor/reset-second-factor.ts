import { formatDateTime } from '#shared/formats.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { greeting, type MailLinks, type Owner } from '#server/features/auth/account-mails.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';

/** How long the owner of an account can keep a factor that support was asked to remove. */
const RESET_DELAY_MS = DAY_MS;
/** Factors removed in one pass. */
const AT_ONCE = 100;

/**
 * Has the second factor of a user removed in a day, and mails them first: signing in with a code until then keeps it. Returns
 * when it is removed; undefined if it is off, or to be removed already. Rejects if the mail cannot be sent or stored.
 */
export async function requestReset(deps: AuthDeps, user: UserRecord): Promise<Date | undefined> {
  const record = await deps.secondFactors.byUser(user._id);
  if (record?.enabledAt === undefined || record.resetAt !== undefined) return undefined;
  const resetAt = fromNow(deps.clock, RESET_DELAY_MS);
  await deps.mailer.send(resetMail(deps, user, resetAt));
  return (await deps.factorResets.ask(user._id, resetAt)) ? resetAt : undefined;
}

/** Removes the second factors whose day is over, until `signal` is aborted, and mails their users. */
export async function removeDueFactors(deps: AuthDeps, signal: AbortSignal): Promise<void> {
  for (const { _id: uid, resetAt } of await deps.factorResets.due(deps.clock.now(), AT_ONCE)) {
    if (signal.aborted) return;
    if (!(await deps.factorResets.remove(uid, resetAt))) continue;
    const user = await deps.users.byId(uid);
    if (user === undefined) continue;
    await deps.events.record({ uid, type: 'second_factor_disabled', detail: { by: 'Hark support' } });
    mailSecondFactorChange(deps, user, 'off');
  }
}

/** The mail before a second factor is removed at the request of support. */
export function resetMail({ publicUrl, publicLinks }: MailLinks, user: Owner, at: Date): Mail {
  return renderEmail(user.email, {
    subject: 'Two-step verification of your Hark account will be removed',
    greeting: greeting(user),
    paragraphs: [
      `Our support was asked to remove two-step verification from your account, because the phone and the recovery codes are lost. It is removed on ${formatDateTime(at.toISOString())} (UTC); from then on, signing in asks for your password alone.`,
      'If you still have your authenticator app, sign in with a code before then: two-step verification stays on.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/auth/login` },
    closing: `If you did not ask for this, write to ${publicLinks.supportEmail} at once: somebody may be trying to get into your account.`,
  });
}
