import { Router, type Request } from 'express';
import { escapeHtml } from '#server/lib/escape-html.ts';
import type { ApiKeyName } from '#server/api-keys/api.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { quickStart } from './quick-start.ts';
import { openApiDocument } from './openapi.ts';

/**
 * Serves the OpenAPI document at `/openapi.json` and an HTML page of it at `/docs`. `keysOf` returns the API keys of the
 * caller, newest first, or `undefined` without a caller.
 */
export function createDocsRouter(
  { appRouter, cookieName, baseUrl }: { appRouter: AppRouter; cookieName: string; baseUrl: string },
  keysOf: (req: Request) => Promise<ApiKeyName[] | undefined>,
): Router {
  const document = openApiDocument(appRouter, cookieName);
  const sections = callSections(document);
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    res.json(document);
  });
  router.get('/docs', async (req, res) => {
    res.type('html').send(docsPage(quickStart(baseUrl, await keysOf(req)), sections));
  });
  return router;
}

interface Operation {
  summary: string;
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: unknown;
  responses: Record<string, unknown>;
}

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2.5rem auto; padding: 0 1rem; background: light-dark(#f7f7f4, #0e1412); color: light-dark(#16211e, #e9efec); }
section { background: light-dark(#fff, #151d1a); border: 1px solid light-dark(#e4e4dd, #24302b); border-radius: 14px; padding: 1rem 1.25rem; margin: 1rem 0; }
h1 { font-size: 1.9rem; letter-spacing: -0.03em; } h2 { font-size: 1rem; margin: 0; font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
b { color: light-dark(#0b6e5f, #45cfb3); } pre { overflow-x: auto; font-size: 13px; } summary { cursor: pointer; }
`;

/** Renders the calls of the OpenAPI document. */
function callSections(document: Record<string, unknown>): string {
  const paths = document['paths'] as Record<string, Record<string, Operation>>;
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => section(method, path, operation)),
    )
    .join('\n');
}

/** Returns one HTML page without scripts. */
function docsPage(start: string, sections: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Hark API</title><style>${STYLE}</style></head><body><main><h1>Hark API</h1>
<p>Every call returns JSON. The machine-readable description is at <a href="/openapi.json">/openapi.json</a>.</p>
${start}
${sections}</main></body></html>`;
}

function section(
  method: string,
  path: string,
  { summary, parameters = [], requestBody, responses }: Operation,
): string {
  const names = parameters.map(
    (parameter) => `${parameter.name} (${parameter.in}${parameter.required ? '' : ', optional'})`,
  );
  return `<section><h2><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</h2><p>${escapeHtml(summary)}</p>
${names.length === 0 ? '' : `<p>Parameters: ${escapeHtml(names.join(', '))}</p>`}
<details><summary>Request and response</summary><pre>${escapeHtml(JSON.stringify({ requestBody, responses }, null, 1))}</pre></details></section>`;
}
