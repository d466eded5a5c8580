import {
  DELIVERIES_KEPT_DAYS,
  MAX_REPLAYED,
  WEBHOOK_EVENT_PATTERNS,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '#shared/schemas/webhooks.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import { EVENT_EXAMPLES } from '../examples/events.ts';
import type { Guide } from './guide.ts';

const WHEN: Readonly<Record<WebhookEvent, string>> = {
  'campaign.started': 'A campaign begins to call, or goes on after a pause.',
  'campaign.paused': 'A campaign was paused, by a person or because it could not go on.',
  'campaign.resumed': 'A campaign goes on after a pause. Its campaign.started comes with it.',
  'campaign.finished': 'No call of a campaign is left. A retry finishes it once more.',
  'call.delivered': 'Calls were delivered: up to 100 of one campaign.',
  'call.failed': 'Calls failed for the reason that each of them has: up to 100 of one campaign.',
  'credits.low': 'The available credits fell below the threshold that is set in Hark.',
  'suppression.added': 'Numbers were added to the do-not-call list.',
  'suppression.removed': 'Numbers were taken off the do-not-call list.',
  'voice.ready': 'Campaigns can use a voice from now on.',
  'voice.failed': 'A voice could not be made from its recording, for the reason that it has.',
  'list.ready': 'A contact list can be used: it was uploaded, or made from two others.',
};

/** A receiver in a language; each verifies with a library of Standard Webhooks. */
const RECEIVERS: Readonly<Record<string, readonly string[]>> = {
  'Node (npm install standardwebhooks)': [
    "import { Webhook } from 'standardwebhooks';",
    '',
    "app.post('/hark', express.raw({ type: 'application/json' }), (req, res) => {",
    '  let event;',
    '  try {',
    '    event = new Webhook(process.env.HARK_SECRET).verify(req.body.toString(), req.headers);',
    '  } catch {',
    '    return res.sendStatus(400);',
    '  }',
    '  queue.add(event.id, event); // once for each id',
    '  res.sendStatus(204);',
    '});',
  ],
  'Python (pip install standardwebhooks)': [
    'from standardwebhooks import Webhook, WebhookVerificationError',
    '',
    "@app.post('/hark')",
    'def hark():',
    '    try:',
    "        event = Webhook(os.environ['HARK_SECRET']).verify(request.get_data(), dict(request.headers))",
    '    except WebhookVerificationError:',
    "        return '', 400",
    "    queue.add(event['id'], event)  # once for each id",
    "    return '', 204",
  ],
  'Go (go get github.com/standard-webhooks/standard-webhooks/libraries)': [
    'wh, _ := standardwebhooks.NewWebhook(os.Getenv("HARK_SECRET"))',
    'http.HandleFunc("/hark", func(w http.ResponseWriter, r *http.Request) {',
    '  body, _ := io.ReadAll(r.Body)',
    '  if err := wh.Verify(body, r.Header); err != nil {',
    '    w.WriteHeader(http.StatusBadRequest)',
    '    return',
    '  }',
    '  queue.Add(body) // once for each id',
    '  w.WriteHeader(http.StatusNoContent)',
    '})',
  ],
};

/** Returns how a program is told what happens: the events, the signature, repetitions. */
export function webhooksGuide(): Guide {
  const events = WEBHOOK_EVENTS.map(
    (type) =>
      `<details><summary><code>${type}</code>: ${escapeHtml(WHEN[type])}</summary>${pre(
        JSON.stringify({ type, data: EVENT_EXAMPLES[type] }, null, 1),
      )}</details>`,
  );
  const patterns = WEBHOOK_EVENT_PATTERNS.map((pattern) => `<code>${pattern}</code>`).join(', ');
  const receivers = Object.entries(RECEIVERS).map(
    ([language, lines]) =>
      `<details><summary>${escapeHtml(language)}</summary>${pre(lines.join('\n'))}</details>`,
  );
  const html = `<p>Add an endpoint on the <a href="/profile/developers">profile page</a>. Hark posts each event to it as JSON, with
<code>id</code>, <code>created</code>, <code>api_version</code>, <code>sequence</code>, <code>type</code> and <code>data</code>. Answer with any 2xx within 10
seconds, and do the work afterwards.</p>
<h3>Events</h3><p>Choose them one by one, or by patterns: ${patterns}. A pattern also names events that are added later. A body
is below 20 KB: a list that is longer comes in several events, each with its own <code>id</code>.</p>${events.join('')}
<h3>Verifying a delivery</h3>
<p>Deliveries are signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> has it: any of its libraries verifies
the headers <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code> with the secret of the endpoint.
Verify the body as it arrived, before it is parsed. Without a library: the signature is the HMAC-SHA256 of
<code>{webhook-id}.{webhook-timestamp}.{body}</code> in base64, with the base64 after <code>whsec_</code> as the key; refuse a time that is
more than five minutes away. While a secret is replaced there are two signatures, separated by a space.</p>${receivers.join('')}
<h3>Repetitions and order</h3>
<p>Every event arrives at least once: handle each <code>id</code> once. Any answer but 2xx is tried again for three days, after 10 seconds
at first and eight hours at last, and not before your <code>Retry-After</code>. An event that is tried again
does not hold back the others, so events can arrive out of order. <code>sequence</code> tells the order: it is a number that grows with
each event of your endpoint. Of two events of one campaign, the one with the larger number happened later; keep the largest that you
have handled for a campaign, and let no smaller one change its status. Numbers may be missing. An endpoint that is down gets one event
now and then, at least every ten minutes, and what waits for it once one arrives. What you have lost,
<code>POST /api/webhooks/{id}/replay/</code> sends again with the same ids: the deliveries of a time, up to ${String(MAX_REPLAYED)} a call and one call after the other,
as long as they are kept (${String(DELIVERIES_KEPT_DAYS)} days). An endpoint that fails for three days, or answers 410, is switched off, and its owner gets a mail.</p>`;
  return { id: 'listening-to-webhooks', title: 'Listening to webhooks', html };
}

function pre(text: string): string {
  return `<pre tabindex="0">${escapeHtml(text)}</pre>`;
}
