import { ERROR_STATUS, type ErrorCode } from '#shared/error-codes.ts';
import { ERROR_MEANINGS } from '#server/platform/http/error-meanings.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

const EXAMPLE = {
  type: '/docs#INSUFFICIENT_CREDITS',
  title: ERROR_MEANINGS.INSUFFICIENT_CREDITS.meaning,
  status: ERROR_STATUS.INSUFFICIENT_CREDITS,
  detail: 'Insufficient credits: 59,000 needed, 20,000 available',
  error: 'Insufficient credits: 59,000 needed, 20,000 available',
  message: 'Insufficient credits: 59,000 needed, 20,000 available',
  code: 'INSUFFICIENT_CREDITS',
  needed: 59_000,
  available: 20_000,
};

/** Returns what errors have, in both forms, and each code with its status, its meaning and what to do; its anchor is the code. */
export function errorsGuide(baseUrl: string): Guide {
  const codes = Object.keys(ERROR_STATUS) as ErrorCode[];
  const items = codes.map((code) => {
    const { meaning, advice } = ERROR_MEANINGS[code];
    const text = escapeHtml(`${meaning}. ${advice}`);
    return `<li id="${code}"><code>${code}</code> (${String(ERROR_STATUS[code])}): ${text}</li>`;
  });
  const example = { ...EXAMPLE, type: `${baseUrl}${EXAMPLE.type}` };
  const html = `<p>An error is JSON with <code>error</code>, a text for a person, <code>message</code>, the same text, and <code>code</code>. Decide by
<code>code</code>: its meaning never changes, while the text may. Some have more: <code>fields</code> says what is wrong with each field,
<code>errors</code> with each line of a contact list, and <code>retry_after</code> how many seconds to wait.</p>
<h3>Problem details</h3>
<p>With <code>Accept: application/problem+json</code> the same error has the form of
<a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>: <code>type</code> is the address of its code below, <code>title</code> what
the code means, <code>status</code> the status and <code>detail</code> the text. All other fields stay. Quality values count: the form is sent to a
client that prefers it to <code>application/json</code>.</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(example, null, 1))}</pre>
<h3>Codes</h3><ul>${items.join('')}</ul>`;
  return { id: 'errors', title: 'Errors', html };
}
