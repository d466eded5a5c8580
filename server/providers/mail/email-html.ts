import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';

/** The content of an email, as plain text. */
export interface EmailContent {
  subject: string;
  greeting: string;
  paragraphs: string[];
  /** The call to action: in HTML a button and the spelled-out link, in text the link. */
  action?: { label: string; url: string };
  /** A closing line in small print. */
  closing?: string;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";

/** Colours for a dark scheme, for mail programs that support it; the inline styles are those of a light one. */
const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
a { text-decoration-skip-ink: none }
@media (max-width: 480px) { .outer { padding: 16px 10px !important } .card { padding: 24px 20px !important } }
@media (prefers-color-scheme: dark) {
  .page { background: #0e1412 !important }
  .card { background: #151d1a !important; border-color: #24302b !important }
  .ink { color: #e9efec !important }
  .quiet { color: #a7b4ae !important }
  .accent { color: #45cfb3 !important }
  .button { background: #45cfb3 !important }
  .button a { color: #06231d !important }
  .rule { border-color: #24302b !important }
}`;

/**
 * Renders an email as HTML: tables and inline styles, which all mail programs show, and nothing loaded from elsewhere.
 * The first paragraph is also the preview that a mailbox shows beside the subject.
 */
export function renderEmailHtml({ subject, greeting, paragraphs, action, closing }: EmailContent): string {
  const preview = paragraphs[0] ?? '';
  const body = [greeting, ...paragraphs].map((text) => paragraph(text)).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:#f7f7f4">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preview)}${PREVIEW_END}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f7f7f4"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:536px"><tr><td class="card" style="padding:32px;border:1px solid #e4e4dd;border-radius:16px;background:#ffffff;text-align:left;${FONT}">
<p class="accent" style="margin:0 0 22px;font-size:19px;line-height:24px;font-weight:600;letter-spacing:-0.02em;color:#0b6e5f">Hark</p>
${body}${action === undefined ? '' : actionHtml(action)}${closing === undefined ? '' : closingHtml(closing)}
</td></tr></table>
</td></tr></table>
</body></html>`;
}

/** Invisible characters that keep the mailbox from filling the preview with the rest of the mail. */
const PREVIEW_END = '&#8199;&#847;'.repeat(40);

function paragraph(text: string): string {
  return `<p class="ink" style="margin:0 0 14px;font-size:15px;line-height:23px;color:#16211e;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}

/** The button, and below it the link as text for programs that show no button and readers who check where it leads. */
function actionHtml({ label, url }: { label: string; url: string }): string {
  const [href, text] = [escapeHtml(url), escapeHtml(label)];
  return `
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0 18px"><tr><td class="button" style="border-radius:10px;background:#0b6e5f"><a href="${href}" style="display:inline-block;padding:12px 20px;font-size:15px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">${text}</a></td></tr></table>
<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#55605b">If the button does not work, open this link:<br><a class="accent" href="${href}" style="color:#0b6e5f;text-decoration:underline;word-break:break-all">${href}</a></p>`;
}

function closingHtml(text: string): string {
  return `
<p class="quiet rule" style="margin:22px 0 0;padding:18px 0 0;border-top:1px solid #e4e4dd;font-size:13px;line-height:20px;color:#55605b;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
}
