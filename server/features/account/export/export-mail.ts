import { formatDateTime } from '#shared/formats.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

/** The mail that an export is ready. Its link leads to the profile: the file itself needs a signed-in owner. */
export function readyMail(id: string, to: Recipient, expiresAt: Date, publicUrl: string): Mail {
  const mail = renderEmail(to.email, {
    subject: 'Your Hark data is ready',
    greeting: greetingOf(to),
    paragraphs: [
      `The file with your data is ready. Sign in and download it under “Your Data” until ${formatDateTime(expiresAt)} (UTC); then we erase it.`,
    ],
    action: { label: 'Go to your data', url: `${publicUrl}/profile/data` },
    closing: 'If you did not request this, change your password and sign out everywhere.',
  });
  return { ...mail, id: `export-${id}` };
}
