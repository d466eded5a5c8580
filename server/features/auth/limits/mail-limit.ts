import { HOUR_SECONDS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { waitOf } from '#server/platform/lib/too-many-requests.ts';

/** Per kind of mail, and the id or address that it was requested for. */
export const MAIL_LIMIT = { name: 'mail', attempts: 5, seconds: HOUR_SECONDS };

/** The mails that somebody can request. */
const REQUESTED_MAILS = ['verify-email', 'reset-password', 'change-email'] as const;

/** The kinds of mails that are counted for a user or an address. */
export const COUNTED_MAILS = [
  ...REQUESTED_MAILS,
  'new-browser',
  'second-factor-on',
  'second-factor-off',
  'recovery-codes-renewed',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
] as const;

/** A kind of mail of which a user or an address gets at most five an hour. */
export type CountedMail = (typeof COUNTED_MAILS)[number];

/**
 * Counts a requested mail, before anything is looked up: for each of `requestedFor`, whether or not it belongs to an account,
 * and for the client. Throws `AppError` TOO_MANY_REQUESTS, which says when the next mail can be sent.
 */
export async function takeMail(
  { clientLimits, mailAttempts }: Pick<AuthDeps, 'clientLimits' | 'mailAttempts'>,
  client: Client,
  mail: (typeof REQUESTED_MAILS)[number],
  ...requestedFor: string[]
): Promise<void> {
  await clientLimits.take('mail', client);
  const waits = await Promise.all(requestedFor.map((one) => mailAttempts.take(`${mail}:${one}`)));
  const retryAfter = Math.max(...waits);
  if (retryAfter === 0) return;
  throw new AppError(
    'TOO_MANY_REQUESTS',
    `Several of these emails were sent already. The next one can be sent in ${waitOf(retryAfter)}.`,
    { retry_after: retryAfter },
  );
}
