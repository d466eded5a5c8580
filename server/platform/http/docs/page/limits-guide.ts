import { formatBytes } from '#shared/format-bytes.ts';
import { formatNumber } from '#shared/formats.ts';
import { API_KEY_REQUESTS_A_MINUTE, MAX_API_KEYS } from '#shared/schemas/account/api-keys.ts';
import { MAX_LIST_LIMIT } from '#shared/schemas/list-cursor.ts';
import { PUBLIC_BYTES, SIGNED_IN_BYTES } from '#server/platform/http/bodies/read-body.ts';
import { REPLAYED_HEADER, type RestEntry } from '#server/platform/http/rest.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

/** Returns how many requests and how much data the API takes, how to repeat a request, and how to read a long list. */
export function limitsGuide(entries: readonly RestEntry[]): Guide {
  const requests = formatNumber(API_KEY_REQUESTS_A_MINUTE);
  const html = `<h3>Requests</h3>
<p>A key may send ${requests} requests a minute; an account has up to ${String(MAX_API_KEYS)} keys. Each answer to a key has
<code>RateLimit-Limit</code>, <code>RateLimit-Remaining</code> and <code>RateLimit-Reset</code>: the requests of a minute, those that are
left, and the seconds until all are free again. Beyond them the answer is 429 with <code>Retry-After</code>. Long lists, uploads and
files of an account are served a few at a time; the others wait, and too many that wait are answered 429 as well.</p>
<h3>Bodies</h3>
<p>JSON is read up to ${formatBytes(SIGNED_IN_BYTES)}, without a key up to ${formatBytes(PUBLIC_BYTES)}; contact lists have limits of their own. A larger
body is answered 413, a compressed one 415.</p>
<h3 id="idempotency">Repeating a request</h3>
<p>Send an <code>Idempotency-Key</code>, a text of your own such as the number of an order, with a call that takes one. Sent
again with the same body within seven days, it takes effect once and returns the first response, with the header
<code>${REPLAYED_HEADER}: true</code>; what a preview, a webhook or a delivery has become since is returned as it is now. With another body it is refused with <code>IDEMPOTENCY_MISMATCH</code>, and while the first one is at
work with <code>CONFLICT</code>. A refused request leaves the key free; where credits are bought, a declined card is the response: buy again with another key. These calls take it:</p>${callList(entries.filter(({ route }) => route.idempotent === true))}
<h3 id="pagination">Long lists</h3>
<p>A page has up to ${String(MAX_LIST_LIMIT)} rows where nothing else is said. Send <code>next</code> of a page as <code>cursor</code> for the one after it, until
it is null. Rows that are added meanwhile do not shift the pages. These calls have the address of the next page in the header
<code>Link</code>, with <code>rel="next"</code>:</p>${callList(entries.filter(({ route }) => route.nextCursor !== undefined))}`;
  return { id: 'limits', title: 'Limits', html };
}

function callList(entries: readonly RestEntry[]): string {
  const items = entries.map(({ procedure, route: { method, path, variant = '' } }) => {
    return `<li><a href="#${procedure}${variant}"><code>${method} ${escapeHtml(path)}</code></a></li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}
