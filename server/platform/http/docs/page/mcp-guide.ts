import { API_KEY_PREFIX } from '#shared/schemas/account/api-keys.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';
import type { Guide } from './guide.ts';

/** Returns how an assistant uses Hark by the Model Context Protocol. */
export function mcpGuide(baseUrl: string): Guide {
  const settings = {
    mcpServers: {
      hark: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${API_KEY_PREFIX}…` } },
    },
  };
  const html = `<p>Assistants that speak the <a href="https://modelcontextprotocol.io">Model Context Protocol</a> reach Hark at
<code>${escapeHtml(baseUrl)}/mcp</code> (streamable HTTP) with an API key as the bearer token. With a key that may only read they look up
credits, lists, voices, campaigns, calls and prices. With the access "Prepare drafts" they also write campaigns that a person reads and
publishes in Hark. With a full key they schedule campaigns, retry, pause and resume them, and add numbers to the do-not-call list. A key that is limited to areas has the tools of its areas. What costs credits wants the agreed price, and holds no more.</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(settings, null, 1))}</pre>`;
  return { id: 'assistants', title: 'Assistants', html };
}
