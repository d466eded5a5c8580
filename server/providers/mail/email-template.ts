import { renderEmailHtml, type EmailContent } from './email-html.ts';
import type { Mail } from './port.ts';

/** The recipient of an email. */
export interface Recipient {
  email: string;
  displayName: string;
  /** Whether the address is confirmed. Until then an email holds no text chosen by the account owner. */
  emailConfirmed: boolean;
}

/** Returns the greeting; without the name for an unconfirmed address, which may belong to another person. */
export function greetingOf({ displayName, emailConfirmed }: Omit<Recipient, 'email'>): string {
  return emailConfirmed ? `Hello ${displayName},` : 'Hello,';
}

/** Renders an email to `to` as text and HTML. */
export function renderEmail(to: string, content: EmailContent): Mail {
  return { to, subject: content.subject, text: asText(content), html: renderEmailHtml(content) };
}

function asText({ greeting, paragraphs, action, closing }: EmailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return [greeting, ...paragraphs, ...link, ...(closing === undefined ? [] : [closing]), 'Hark'].join('\n\n');
}
