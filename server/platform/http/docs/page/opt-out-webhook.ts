import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import { SIGNATURE_HEADER } from '#shared/signature-header.ts';

/** Renders how the program that answers the call-back number reports people who want no more calls, as HTML. */
export function optOutWebhook(baseUrl: string): string {
  const lines = [
    `body='{"phone":"+12025550143"}'`,
    't=$(date +%s)',
    `v1=$(printf '%s' "$t.$body" | openssl dgst -sha256 -hmac "$SECRET" -r | cut -d' ' -f1)`,
    `curl -H "${SIGNATURE_HEADER}: t=$t,v1=$v1" -d "$body" ${baseUrl}/webhooks/opt-out/TOKEN`,
  ];
  return `<section><h2><b>POST</b> /webhooks/opt-out/{token}</h2>
<p>When a person calls your number and wants no more voicemails, send the number here. It is on your do-not-call list once the
response is 200, also for campaigns under way. You create the webhook on <a href="/do-not-call">your do-not-call list</a>, which shows its
address, and its secret once.</p>
<p>The signature is the HMAC-SHA256 of <code>{t}.{body}</code> in hex, with the secret; <code>t</code> is the time in seconds and at
most five minutes away. A wrong signature is answered with 401, many of them with 429, as are more than 600 numbers a
minute. A request can be repeated and counts once; one whose first copy is still being stored is answered with 409.</p>
<pre tabindex="0">${escapeHtml(lines.join('\n'))}</pre></section>`;
}
