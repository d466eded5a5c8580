import { Router, type Request } from 'express';
import type { ApiKeyName } from '#server/platform/http/sessions/api-keys.ts';
import type { AnyRouter } from '@trpc/server';
import { errorsGuide } from './page/errors-guide.ts';
import { restEntries } from '#server/platform/http/rest.ts';
import { limitsGuide } from './page/limits-guide.ts';
import { listsGuide } from './page/lists-guide.ts';
import { versionsGuide } from './page/versions-guide.ts';
import { reasonsGuide } from './page/reasons-guide.ts';
import { quickStart } from './page/quick-start.ts';
import { mcpGuide } from './page/mcp-guide.ts';
import { webhooksGuide } from './page/webhooks-guide.ts';
import { optOutWebhook } from './page/opt-out-webhook.ts';
import { openApiDocument } from './openapi.ts';
import { callSections, docsPage } from './page/docs-page.ts';

/**
 * Serves the OpenAPI document at `/openapi.json` and an HTML page of it at `/docs`. `keysOf` returns the API keys of the
 * caller, newest first, or `undefined` without a caller.
 */
export function createDocsRouter(
  { appRouter, cookieName, baseUrl }: { appRouter: AnyRouter; cookieName: string; baseUrl: string },
  keysOf: (req: Request) => Promise<ApiKeyName[] | undefined>,
): Router {
  // Describing all calls takes a while, which not every process and test needs to spend.
  let made: ReturnType<typeof describe> | undefined;
  async function describe() {
    const document = await openApiDocument(appRouter, { cookieName, baseUrl });
    return { document, sections: callSections(document) };
  }
  const described = () => (made ??= describe());
  const guides = [
    listsGuide(baseUrl),
    errorsGuide(baseUrl),
    limitsGuide(restEntries(appRouter)),
    reasonsGuide(),
    webhooksGuide(),
    mcpGuide(baseUrl),
    versionsGuide(),
  ];
  const webhook = optOutWebhook(baseUrl);
  const router = Router();
  router.get('/openapi.json', async (_req, res) => {
    // Public and the same for everybody: tools in browsers read it from other origins.
    res.set('access-control-allow-origin', '*').json((await described()).document);
  });
  router.get('/docs', async (req, res) => {
    const { document, sections } = await described();
    const start = quickStart(baseUrl, await keysOf(req));
    res.type('html').send(docsPage(document, { start, guides, sections: `${sections}\n${webhook}` }));
  });
  return router;
}
