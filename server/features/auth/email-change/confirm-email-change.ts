import type { AuthDeps } from '#server/features/auth/auth-deps.ts';
import {
  passwordDigest,
  type MailedLinkRecord,
} from '#server/features/auth/mailed-links/mailed-link-store.ts';
import { normalizeEmail, type UserRecord } from '#server/features/auth/user-store.ts';
import { invalidLink } from '#server/features/auth/mailed-links/mailed-links.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Context } from '#server/platform/trpc/context.ts';
import { emailChangedMail } from './email-change-mails.ts';

/**
 * Replaces the address of an account by the one that a link was mailed to, ends the sessions of all other browsers and
 * mails a notice to the former address; returns the new address, and whether it is the caller's own. The link is redeemed last: opened again after a crash,
 * it completes what is left. All other links were mailed to the former address and no longer work.
 * Throws `AppError` LINK_INVALID, or ALREADY_EXISTS if the address has been taken since.
 */
export async function confirmEmailChange(
  deps: AuthDeps,
  caller: Pick<Context, 'user' | 'session' | 'client'>,
  secret: string,
): Promise<{ email: string; own: boolean }> {
  const link = await deps.links.find('change-email', secret);
  const user = link && (await deps.users.byId(link.uid));
  if (link === undefined || user === undefined || !isOpen(link, deps.clock.now())) throw invalidLink();
  // Whoever asked for it knew a password that is not valid any more.
  if (link.passwordDigest !== passwordDigest(user)) throw invalidLink();
  const { email, from } = link;
  if (user.emailLower !== normalizeEmail(email)) await change(deps, user, { email, from });
  const own = caller.user?.uid === user._id;
  await deps.sessions.endAll(user._id, own ? caller.session.storedId : undefined);
  await deps.events.record({ uid: user._id, type: 'email_changed', client: caller.client, key: link._id });
  if (!(await deps.links.redeem(link))) throw invalidLink();
  deps.background.run('send email change notice', () =>
    deps.mailer.send(emailChangedMail({ ...user, email: from }, email, deps)),
  );
  return { email, own };
}

async function change(
  { emailAddresses, customers, clock }: AuthDeps,
  user: UserRecord,
  { email, from }: { email: string; from: string },
): Promise<void> {
  const result = await customers.changing(user._id, () =>
    emailAddresses.change({ ...user, emailLower: from }, email, clock.now()),
  );
  if (result === 'taken') throw new AppError('ALREADY_EXISTS', 'An account with this email already exists.');
  if (result === 'lost') throw invalidLink();
}

type ChangeLink = MailedLinkRecord & { email: string; from: string };

/** Whether a link can still be redeemed. */
function isOpen(link: MailedLinkRecord, now: Date): link is ChangeLink {
  const { email, from, newest, usedAt, expiresAt } = link;
  return (
    email !== undefined && from !== undefined && newest === true && usedAt === undefined && expiresAt > now
  );
}
