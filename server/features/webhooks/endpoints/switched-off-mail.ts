import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';

/** Returns the mail that an endpoint is sent nothing more: it answered 410, or every delivery of three days failed. */
export function switchedOffMail(
  endpoint: { id: string; url: string; gone: boolean },
  to: Recipient,
  publicUrl: string,
): Mail {
  const { host } = new URL(endpoint.url);
  const [one, its] = to.emailConfirmed
    ? [`Your webhook endpoint at ${host}`, `your webhook endpoint at ${host}`]
    : ['One of your webhook endpoints', 'one of your webhook endpoints'];
  const mail = renderEmail(to.email, {
    subject: 'A webhook endpoint was switched off',
    greeting: greetingOf(to),
    paragraphs: [
      // Text of the owner only once the address is theirs for sure.
      endpoint.gone
        ? `${one} has answered 410 Gone, which means that it wants no more events, so Hark has switched it off.`
        : `Every delivery to ${its} has failed for three days, so Hark has switched it off.`,
      'What was not delivered is kept for 30 days. Switch the endpoint on again once it works, and it is sent what waits.',
    ],
    action: { label: 'Review your webhooks', url: `${publicUrl}/profile/developers` },
  });
  return { ...mail, id: `webhook-off-${endpoint.id}` };
}
