import type { UserSummary } from '#server/features/auth/api.ts';
import { greetingOf, renderEmail } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

/** The mail that tells a user of a new API key, which somebody else may have created. */
export function newKeyMail(user: UserSummary, keyName: string, publicUrl: string): Mail {
  return renderEmail(user.email, {
    subject: 'A new API key for your Hark account',
    greeting: greetingOf(user),
    paragraphs: [`The API key “${keyName}” was created. Programs that have it can use your account.`],
    action: { label: 'Review your API keys', url: `${publicUrl}/profile/developers` },
    closing:
      'If this was not you, reset your password at once: that signs out all devices and revokes all keys.',
  });
}
