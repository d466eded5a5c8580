import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

/** What was added to the API, by day, the latest first. */
const CHANGES: readonly { day: string; added: readonly string[] }[] = [
  {
    day: '2026-11-30',
    added: [
      'retryable_if_named of campaigns: failed calls that a retry makes again only if it names their reasons.',
      'The warning unnamed_column about cells of a list that are in a column without a heading.',
      'The error of a contact whose number has no country code where its country has another than 1.',
      'The error of a contact whom a column such as Do Not Call says not to call.',
      'held_credits of a deleted campaign: what is released later.',
      'amount_due of transactions: what the card is charged after account balance.',
    ],
  },
  {
    day: '2026-11-29',
    added: [
      'Idempotency-Key on calling a phone for its code: POST /api/test-drops/phone/.',
      'automatic_retry on changing a campaign, so that one is sent back as it was answered; of name and campaign_name the one that changed counts.',
      'Events voice.ready, voice.failed and list.ready; a replay of the deliveries of a time; patterns of events.',
      'API keys that are limited to areas of the account, and x-api-key-area at each call.',
      'API keys that read and prepare drafts alone.',
      'reason_code wherever a call says why it failed, and GET /api/call-reasons/.',
      'Errors as application/problem+json.',
      'GET /api/voices/, and Link to the next page on every list with a cursor.',
      'Idempotency-Key on pausing, resuming, previews, do-not-call numbers and resending; Idempotent-Replayed.',
      'split on creating a campaign, to compare two messages.',
      'The agreed price on creating a campaign, beyond which nothing is held.',
      'The waveform of a preview.',
      '@hark/client and the command line hark.',
      'Cursors on the contacts of a campaign, next on the lists of contacts, voices and endpoints, and the format date-time.',
    ],
  },
  {
    day: '2026-11-28',
    added: [
      'Webhooks signed as Standard Webhooks has it; GET of one endpoint.',
      'Automatic retries, retries of single calls, the last day of calling, replacing a scheduled campaign.',
      'max_calls, which sends a campaign to the first contacts of its list.',
      'Packs of credits: POST /payments/customers/buy-credits.',
      '405 with Allow where a path has no such method.',
    ],
  },
];

/** Returns what may change in the API without notice, how an end is announced, and what has been added. */
export function versionsGuide(): Guide {
  const changes = CHANGES.map(
    ({ day, added }) =>
      `<h4>${day}</h4><ul>${added.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`,
  );
  const html = `<p>This is version 1. Its document, <a href="/openapi.json">/openapi.json</a>, is compared with the one published before at every change of
Hark: a program that was written for it keeps working.</p>
<p>Without notice come: new calls, new optional fields of requests, new fields of answers, new codes of errors and reasons, and new
types of events. Ignore what you do not know. Anything else gets a new version of the document beside this one.</p>
<p>Before a call or a field goes, its answers carry <code>Deprecation</code> (RFC 9745) and <code>Sunset</code> (RFC 8594) for at least six
months. Nothing is deprecated at present.</p>
<h3>Changes</h3>${changes.join('')}`;
  return { id: 'versions', title: 'Versions', html };
}
