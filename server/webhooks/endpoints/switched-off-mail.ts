import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

/** Returns the mail that an endpoint is sent nothing more, as every delivery of three days failed. */
export function switchedOffMail(
  endpoint: { id: string; url: string },
  to: Recipient,
  publicUrl: string,
): Mail {
  const { host } = new URL(endpoint.url);
  const mail = renderEmail(to.email, {
    subject: 'A webhook endpoint was switched off',
    greeting: greetingOf(to),
    paragraphs: [
      // Text of the owner only once the address is theirs for sure.
      to.emailConfirmed
        ? `Every delivery to your webhook endpoint at ${host} has failed for three days, so Hark has switched it off.`
        : 'Every delivery to one of your webhook endpoints has failed for three days, so Hark has switched it off.',
      'What was not delivered is kept for 30 days. Switch the endpoint on again once it works, and it is sent what waits.',
    ],
    action: { label: 'Go to your profile', url: `${publicUrl}/profile` },
  });
  return { ...mail, id: `webhook-off-${endpoint.id}` };
}
