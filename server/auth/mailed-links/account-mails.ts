import type { Mail } from '#server/providers/mail/port.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { UserRecord } from '#server/auth/user-store.ts';

type Recipient = Pick<UserRecord, 'email' | 'displayName' | 'emailVerifiedAt'>;

function greeting({ displayName, emailVerifiedAt }: Recipient): string {
  return greetingOf({ displayName, emailConfirmed: emailVerifiedAt !== undefined });
}

/** The mail that asks a new user to verify the address. */
export function verificationMail(user: Recipient, publicUrl: string, secret: string): Mail {
  return renderEmail(user.email, {
    subject: 'Verify your email for Hark',
    greeting: greeting(user),
    paragraphs: ['Thank you for registering. Please confirm that this email address is yours.'],
    action: { label: 'Verify email', url: `${publicUrl}/auth/verify-email?uid=${secret}` },
    closing: 'The link works once, for 24 hours. If you did not register, you can ignore this mail.',
  });
}

/** The mail with a password reset link. */
export function passwordResetMail(user: Recipient, publicUrl: string, secret: string): Mail {
  return renderEmail(user.email, {
    subject: 'Reset your Hark password',
    greeting: greeting(user),
    paragraphs: [
      'You asked for a new password. Choose it here; every device that is signed in will be signed out.',
    ],
    action: { label: 'Choose a new password', url: `${publicUrl}/auth/reset-password?token=${secret}` },
    closing: 'The link works once, for one hour. If you did not ask for it, you can ignore this mail.',
  });
}
