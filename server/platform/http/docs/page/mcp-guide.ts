import { API_KEY_PREFIX } from '#shared/schemas/account/api-keys.ts';
import { escapeHtml } from '#server/platform/lib/text/escape-html.ts';

/** Renders how an assistant uses Hark by the Model Context Protocol, as HTML. */
export function mcpGuide(baseUrl: string): string {
  const settings = {
    mcpServers: {
      hark: { type: 'http', url: `${baseUrl}/mcp`, headers: { Authorization: `Bearer ${API_KEY_PREFIX}…` } },
    },
  };
  return `<section><h2 id="assistants">Assistants</h2>
<p>Assistants that speak the <a href="https://modelcontextprotocol.io">Model Context Protocol</a> reach Hark at
<code>${escapeHtml(baseUrl)}/mcp</code> (streamable HTTP) with an API key as the bearer token. With a key that may only read they look up
credits, lists, voices, campaigns, calls and prices. With a full key they also prepare drafts, schedule campaigns, retry, pause and
resume them, and add numbers to the do-not-call list. What costs credits wants the agreed price, and holds no more.</p>
<pre tabindex="0">${escapeHtml(JSON.stringify(settings, null, 1))}</pre></section>`;
}
