import { Router } from 'express';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { docsPage } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

/** GET /openapi.json describes the documented paths, GET /docs shows them (contract §6). */
export function createDocsRouter(appRouter: AppRouter, cookieName: string): Router {
  const document = openApiDocument(appRouter, cookieName);
  const page = docsPage(document);
  const router = Router();
  router.get('/openapi.json', (_req, res) => {
    res.json(document);
  });
  router.get('/docs', (_req, res) => {
    res.type('html').send(page);
  });
  return router;
}
