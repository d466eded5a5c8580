import { escapeHtml } from '#server/lib/escape-html.ts';
import type { Mail } from './port.ts';

/** The content of an email, as plain text. */
export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** The call to action: a button in HTML, a link in text. */
  action?: { label: string; url: string };
  /** A closing line in small print. */
  closing?: string;
}

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
  return { to, subject: content.subject, text: asText(content), html: asHtml(content) };
}

function asText({ greeting, paragraphs, action, closing }: EmailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  return [greeting, ...paragraphs, ...link, ...(closing === undefined ? [] : [closing]), 'Hark'].join('\n\n');
}

function asHtml({ subject, greeting, paragraphs, action, closing }: EmailContent): string {
  const body = [greeting, ...paragraphs]
    .map((text) => `<p style="margin:0 0 14px">${escapeHtml(text)}</p>`)
    .join('');
  const button =
    action === undefined
      ? ''
      : `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:11px 18px;border-radius:10px;background:#0b6e5f;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>`;
  const last =
    closing === undefined
      ? ''
      : `<p style="margin:24px 0 0;font-size:13px;color:#626c66">${escapeHtml(closing)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f7f7f4;color:#16211e;font:15px/1.55 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:520px;margin:0 auto;padding:28px;border:1px solid #e4e4dd;border-radius:16px;background:#ffffff">
<p style="margin:0 0 20px;font-size:18px;font-weight:600;letter-spacing:-0.02em;color:#0b6e5f">Hark</p>
${body}${button}${last}
</div></body></html>`;
}
