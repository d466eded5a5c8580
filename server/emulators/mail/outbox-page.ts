import type { RequestHandler } from 'express';
import { formatDateTime } from '#shared/formats.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { OutboxMail, OutboxModel } from './outbox-model.ts';

const MAX_MAILS_SHOWN = 500;
/** No script may run, neither of the page nor of the mails in it. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

const STYLE = `
:root { color-scheme: light dark; --bg: #f7f7f4; --surface: #fff; --line: #e4e4dd; --ink: #16211e; --ink-2: #55605b; --accent: #0b6e5f }
@media (prefers-color-scheme: dark) { :root { --bg: #0e1412; --surface: #151d1a; --line: #24302b; --ink: #e9efec; --ink-2: #a7b4ae; --accent: #45cfb3 } }
* { box-sizing: border-box }
body { margin: 0; padding: 40px 16px; background: var(--bg); color: var(--ink); font: 14px/20px system-ui, -apple-system, 'Segoe UI', sans-serif }
main { max-width: 760px; margin: 0 auto; display: grid; gap: 12px }
h1 { margin: 0; font-size: 26px; line-height: 32px; font-weight: 600; letter-spacing: -0.03em }
p { margin: 0 0 12px; color: var(--ink-2) }
details { border: 1px solid var(--line); border-radius: 14px; background: var(--surface); overflow: hidden }
summary { display: flex; flex-wrap: wrap; gap: 4px 16px; justify-content: space-between; padding: 14px 20px; cursor: pointer }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
summary span { color: var(--ink-2); font-size: 13px; font-variant-numeric: tabular-nums }
strong { flex-basis: 100%; font-weight: 600 }
iframe { display: block; width: 100%; height: 460px; border: 0; border-top: 1px solid var(--line); background: #f7f7f4 }
.empty { padding: 48px 20px; border: 1px dashed var(--line); border-radius: 14px; text-align: center }
`;

/** Handles `GET /local/outbox`: the mails, newest first, as JSON, or as HTML for a browser. */
export function createOutboxHandler(model: OutboxModel): RequestHandler {
  return async (req, res) => {
    const mails = await model.find({}, { _id: 0 }).sort({ at: -1, _id: -1 }).limit(MAX_MAILS_SHOWN).lean();
    res.set('Cache-Control', 'no-store').vary('Accept');
    if (req.accepts(['json', 'html']) === 'html')
      res.set('Content-Security-Policy', PAGE_POLICY).send(outboxPage(mails));
    else res.json(mails);
  };
}

/** Renders the outbox as HTML with the first mail open. */
function outboxPage(mails: readonly OutboxMail[]): string {
  const list = mails.length === 0 ? '<p class="empty">No mail yet.</p>' : mails.map(renderMail).join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outbox · Hark</title><style>${STYLE}</style></head>
<body><main><h1>Outbox</h1><p>Mail that Hark sent on this machine. None of it was delivered.</p>${list}</main></body></html>`;
}

function renderMail({ subject, to, at, html, text }: OutboxMail, index: number): string {
  const body = html === '' ? `<pre>${escapeHtml(text)}</pre>` : html;
  // Links replace the outbox page; everything else in the mail is inert.
  const content = `<base target="_top">${body}`;
  return `<details${index === 0 ? ' open' : ''}><summary><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(to)}</span><span>${formatDateTime(at)} UTC</span></summary>
<iframe title="${escapeHtml(subject)}" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(content)}"></iframe></details>`;
}
