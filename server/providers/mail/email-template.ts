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

/**
 * Renders an email to `to` as text and HTML. Each text becomes one line, so that a name with line breaks adds neither a
 * header nor a paragraph.
 */
export function renderEmail(to: string, content: EmailContent): Mail {
  const { greeting, paragraphs, action, closing } = content;
  const lines: EmailContent = {
    subject: oneLine(content.subject),
    greeting: oneLine(greeting),
    paragraphs: paragraphs.map((text) => oneLine(text)),
    ...(action !== undefined && { action: { label: oneLine(action.label), url: oneLine(action.url) } }),
    ...(closing !== undefined && { closing: oneLine(closing) }),
  };
  return { to, subject: lines.subject, text: asText(lines), html: renderEmailHtml(lines) };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}

function asText({ greeting, paragraphs, action, closing }: EmailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return [greeting, ...paragraphs, ...link, ...(closing === undefined ? [] : [closing]), 'Hark'].join('\n\n');
}
