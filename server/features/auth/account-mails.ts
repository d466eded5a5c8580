import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import { formatDateTime } from '#shared/formats.ts';
import { browserOf } from '#server/platform/lib/browser-of.ts';
import { placeOf } from '#server/platform/lib/places.ts';
import type { Client } from '#server/platform/trpc/context.ts';
import type { UserRecord } from './user-store.ts';

/** Whom a mail greets. */
export type Owner = Pick<UserRecord, 'email' | 'displayName' | 'emailVerifiedAt'>;

/** Where the links and addresses of a mail lead. */
export interface MailLinks {
  /** Base URL of mailed links, without a trailing slash. */
  publicUrl: string;
  publicLinks: { supportEmail: string };
}

/** Returns the greeting of a user: with the name only if the address is verified. */
export function greeting({ displayName, emailVerifiedAt }: Owner): string {
  return greetingOf({ displayName, emailConfirmed: emailVerifiedAt !== undefined });
}

/** The mail that asks a new user to verify the address. */
export function verificationMail(user: Owner, { publicUrl }: MailLinks, secret: string): Mail {
  return renderEmail(user.email, {
    subject: 'Verify your email for Hark',
    greeting: greeting(user),
    paragraphs: ['Thank you for registering. Please confirm that this email address is yours.'],
    action: { label: 'Verify email', url: `${publicUrl}/auth/verify-email?uid=${secret}` },
    closing: 'The link works once, for 24 hours. If you did not register, you can ignore this mail.',
  });
}

/** The mail that welcomes a new user, once the account can be used. */
export function welcomeMail(user: Owner, { publicUrl, publicLinks }: MailLinks): Mail {
  return renderEmail(user.email, {
    subject: 'Welcome to Hark',
    greeting: greeting(user),
    paragraphs: [
      'Your account is ready. Three steps lead to your first campaign:',
      '1. Choose a plan, which grants your monthly credits.',
      '2. Record or upload your voice, so that your contacts hear you.',
      '3. Write your message, upload your list of contacts, and choose when it is sent.',
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/dashboard` },
    closing: `Questions? Write to ${publicLinks.supportEmail}. If you did not register with Hark, please tell us there too.`,
  });
}

/** The mail with a password reset link. */
export function passwordResetMail(user: Owner, { publicUrl }: MailLinks, secret: string): Mail {
  return renderEmail(user.email, {
    subject: 'Reset your Hark password',
    greeting: greeting(user),
    paragraphs: [
      'You asked for a new password. Choose it here; every device is signed out and every API key is revoked.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/auth/reset-password?token=${secret}` },
    closing: 'The link works once, for one hour. If you did not ask for it, you can ignore this mail.',
  });
}

/** The mail after a change of password. `revokedKeys`: all API keys were revoked with it. */
export function passwordChangedMail(
  user: Owner,
  { publicUrl, publicLinks }: MailLinks,
  { revokedKeys }: { revokedKeys: boolean },
): Mail {
  return renderEmail(user.email, {
    subject: 'Your Hark password was changed',
    greeting: greeting(user),
    paragraphs: [
      'The password of your account was changed, and all other devices were signed out.',
      revokedKeys
        ? 'All API keys of your account were revoked. Create new ones for the programs that need them.'
        : 'If you have API keys, review them too: a change of password does not revoke them.',
    ],
    action: { label: 'Review devices and keys', url: `${publicUrl}/profile/security` },
    closing: `If this was not you, reset your password at once and write to ${publicLinks.supportEmail}.`,
  });
}

/** The mail after a sign-in from a browser that the account did not know. */
export function newBrowserMail(
  user: Owner,
  { publicUrl, publicLinks }: MailLinks,
  { userAgent, network, at }: Pick<Client, 'userAgent' | 'network'> & { at: Date },
): Mail {
  const { browser, system } = browserOf(userAgent);
  const place = placeOf(network);
  return renderEmail(user.email, {
    subject: 'New sign-in to your Hark account',
    greeting: greeting(user),
    paragraphs: [
      'Your account was signed in to from a browser that it did not know.',
      `Browser: ${browser ?? 'unknown'}`,
      `System: ${system ?? 'unknown'}`,
      `Place: ${place === null ? network : `${place} (${network})`}`,
      `Time: ${formatDateTime(at.toISOString())} (UTC)`,
    ],
    action: { label: 'Review your devices', url: `${publicUrl}/profile/security` },
    closing: `If this was you, there is nothing to do. If not, sign the device out, change your password and write to ${publicLinks.supportEmail}.`,
  });
}
