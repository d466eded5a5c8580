import { CALL_REASON_KEYS, callReasonText, callRetry, type CallRetry } from '#shared/call-reasons.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

const RETRY: Readonly<Record<CallRetry, string>> = {
  included: 'a retry makes it again',
  if_named: 'only a retry that names it makes it again',
  never: 'never made again',
};

/** Returns why calls fail: each code with its meaning, and whether a retry makes such calls again; its anchor has the code. */
export function reasonsGuide(): Guide {
  const items = CALL_REASON_KEYS.map((key) => {
    const text = escapeHtml(`${callReasonText(key)}; ${RETRY[callRetry(key)]}`);
    return `<li id="reason-${key}"><code>${key}</code>: ${text}.</li>`;
  });
  const html = `<p>A call that failed has <code>reason</code>, a text for a person, and <code>reason_code</code>: in the contacts and results of a
campaign, in <code>call.failed</code> events, and in the last column of files. Decide by the code. Numbers are codes of the carrier,
words are reasons of Hark, which did not make the call, or never learned what became of it. A code that the carrier has added since is
<code>other</code>. <code>GET /api/call-reasons/</code> returns this list.</p>
<p><code>POST /api/campaigns/{id}/retry-voicemails/</code> makes failed calls again. It leaves out numbers on a do-not-call list, whatever
their reason, and mailboxes that are not set up or full unless <code>reasons</code> names them.</p>
<ul>${items.join('')}</ul>`;
  return { id: 'reasons', title: 'Reasons of failed calls', html };
}
