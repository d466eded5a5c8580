import { OLD_SECRET_HOURS } from '#shared/schemas/webhooks.ts';
import { greetingOf, renderEmail, type Recipient } from '#server/providers/mail/email-template.ts';
import type { Mail } from '#server/providers/mail/port.ts';
import type { WebhookDeps } from '#server/features/webhooks/webhook-deps.ts';
import type { EndpointRecord } from './endpoint-store.ts';

type ChangedEndpoint = Pick<EndpointRecord, 'uid' | 'url' | 'events'>;

/** What was done to an endpoint. `moved`: it has another URL now. */
export type EndpointChange = 'created' | 'moved' | 'changed' | 'secret';

const SUBJECTS: Record<EndpointChange, string> = {
  created: 'A new webhook endpoint for your Hark account',
  moved: 'A webhook endpoint of your Hark account has another URL',
  changed: 'A webhook endpoint of your Hark account was changed',
  secret: 'A webhook endpoint of your Hark account has a new secret',
};

/** Mails the owner, after the response, that an endpoint was created or changed, which somebody else may have done. */
export function mailEndpointChange(
  { background, users, mailLimit, notices, publicUrl }: WebhookDeps,
  endpoint: ChangedEndpoint,
  change: EndpointChange,
): void {
  background.run('mail about a webhook endpoint', async () => {
    const user = await users.byUid(endpoint.uid);
    if (user === undefined || (await mailLimit.take(endpoint.uid)) > 0) return;
    await notices.send(changedEndpointMail(endpoint, change, user, publicUrl));
  });
}

/** Returns the mail about a new or changed endpoint. It has the host alone, as a path may hold a secret. */
export function changedEndpointMail(
  { url, events }: Omit<ChangedEndpoint, 'uid'>,
  change: EndpointChange,
  to: Recipient,
  publicUrl: string,
): Mail {
  // Text of the owner only once the address is theirs for sure.
  const at = to.emailConfirmed ? ` at ${new URL(url).host}` : '';
  const texts: Record<EndpointChange, string> = {
    created: `A webhook endpoint${at} was added. It is sent ${events.join(', ')}.`,
    moved: `A webhook endpoint was moved. Everything it is sent now goes to a server${at}.`,
    changed: `The webhook endpoint${at} was changed. It is sent ${events.join(', ')}.`,
    secret: `The secret of the webhook endpoint${at} was replaced. The old one also signs for ${String(OLD_SECRET_HOURS)} hours.`,
  };
  return renderEmail(to.email, {
    subject: SUBJECTS[change],
    greeting: greetingOf(to),
    paragraphs: [texts[change], 'Webhooks can send names and phone numbers of your contacts to that server.'],
    action: { label: 'Review your webhooks', url: `${publicUrl}/profile/developers` },
    closing:
      'If this was not you, reset your password at once and then delete the endpoint: a new password does not end it.',
  });
}
