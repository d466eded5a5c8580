import { formatDateTime } from '#shared/formats.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { ProviderRejected } from '#server/providers/errors.ts';
import { renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { greeting, type MailLinks, type Owner } from '#server/features/auth/account-mails.ts';
import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import type { UserRecord } from '#server/features/auth/user-store.ts';
import { mailSecondFactorChange } from './second-factor-mails.ts';

/** How long the owner of an account can keep a factor that support was asked to remove. */
const RESET_DELAY_MS = DAY_MS;
/** Factors announced or removed in one pass. */
const AT_ONCE = 100;

/**
 * Has the second factor of a user removed, a day after a worker has told them by mail: signing in with it until then keeps it.
 * Returns false if it is off, or is to be removed already.
 */
export function requestReset({ factorResets, clock }: AuthDeps, { _id: uid }: UserRecord): Promise<boolean> {
  return factorResets.ask(uid, clock.now());
}

/** Tells the owners of second factors that are to be removed, and removes those whose day is over, until `signal` is aborted. */
export async function carryOutResets(deps: AuthDeps, signal: AbortSignal): Promise<void> {
  for (const reset of await deps.factorResets.asked(AT_ONCE)) {
    if (signal.aborted) return;
    const user = await deps.users.byId(reset._id);
    if (user !== undefined) await announce(deps, user, reset);
  }
  for (const reset of await deps.factorResets.due(deps.clock.now(), AT_ONCE)) {
    if (signal.aborted) return;
    if (!(await deps.factorResets.remove(reset))) continue;
    const user = await deps.users.byId(reset._id);
    if (user === undefined) continue;
    const detail = { by: 'Hark support' };
    await deps.events.record({ uid: user._id, type: 'second_factor_disabled', detail });
    mailSecondFactorChange(deps, user, 'off');
  }
}

/** The day begins when the mail server has taken the mail. One that refuses it for good keeps the factor. */
async function announce(
  { directMailer, factorResets, events, log, clock, ...links }: AuthDeps,
  user: UserRecord,
  reset: { _id: string; resetAskedAt: Date },
): Promise<void> {
  const resetAt = fromNow(clock, RESET_DELAY_MS);
  try {
    await directMailer().send(resetMail(links, user, resetAt));
  } catch (error) {
    if (!(error instanceof ProviderRejected)) {
      log.warn({ err: error, uid: user._id }, 'the mail about a second factor could not be sent; will retry');
      return;
    }
    await factorResets.cancel(user._id);
    const detail = {
      action: 'Removal of two-step verification stopped',
      reason: 'The mail about it was refused',
    };
    await events.record({ uid: user._id, type: 'support_action', detail });
    return;
  }
  await factorResets.schedule(reset, resetAt);
}

/** The mail before a second factor is removed at the request of support. */
export function resetMail({ publicUrl, publicLinks }: MailLinks, user: Owner, at: Date): Mail {
  return renderEmail(user.email, {
    subject: 'Two-step verification of your Hark account will be removed',
    greeting: greeting(user),
    paragraphs: [
      `Our support was asked to remove two-step verification from your account, because the phone and the recovery codes are lost. It is removed on ${formatDateTime(at.toISOString())} (UTC); from then on, signing in asks for your password alone.`,
      'If you still have your authenticator app, a recovery code or a passkey, sign in with it before then: two-step verification stays on.',
    ],
    action: { label: 'Sign in', url: `${publicUrl}/auth/signin` },
    closing: `If you did not ask for this, write to ${publicLinks.supportEmail} at once: somebody may be trying to get into your account.`,
  });
}
