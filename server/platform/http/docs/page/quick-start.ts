import type { ApiKeyName } from '#server/platform/http/sessions/api-keys.ts';
import { API_KEY_PREFIX } from '#shared/schemas/account/api-keys.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';

/**
 * Renders a first call with `curl` as HTML. `keys`: the API keys of the caller, newest first, of which the first is
 * named; `undefined` without a caller.
 */
export function quickStart(baseUrl: string, keys: readonly ApiKeyName[] | undefined): string {
  const key = keys?.[0];
  const lines = [
    `export HARK_API_KEY=${key?.prefix ?? API_KEY_PREFIX}…`,
    `curl -H "Authorization: Bearer $HARK_API_KEY" ${baseUrl}/dropcowboy/credits/`,
  ];
  return `<section><h2>Your first call</h2><p>${advice(keys)}</p>
<pre tabindex="0">${escapeHtml(lines.join('\n'))}</pre></section>`;
}

function advice(keys: readonly ApiKeyName[] | undefined): string {
  const profile = '<a href="/profile/developers">profile page</a>';
  if (keys === undefined) return `Sign in and create an API key on the ${profile}. Send it with each call:`;
  if (keys.length === 0) return `Create an API key on the ${profile}. Send it with each call:`;
  return `Complete the first line with your key <b>${escapeHtml(keys[0]?.name ?? '')}</b>, shown when you created it:`;
}
