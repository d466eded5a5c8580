import express, { Router, type ErrorRequestHandler, type Response } from 'express';
import { suppressionRef } from '#shared/schemas/calling/suppressions.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { OptOutDeps } from '#server/features/do-not-call/opt-outs/opt-out-deps.ts';
import { refusedPage, stopForm, stoppedPage, unknownBusinessPage } from './stop-html.ts';

/**
 * Returns the public page `/stop/{business}`, rendered without scripts and without a session. An unknown business is a
 * 404: the names end in eight random characters, so that trying them finds nobody.
 */
export function createStopPages(deps: OptOutDeps): Router {
  const router = Router();
  router.use((_req, res, next) => {
    // With the browser's `no-referrer` a form is sent without its origin, which is checked.
    res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' });
    next();
  });
  router.get('/:business', async (req, res) => {
    const owner = await deps.profiles.ownerOfStopPage(req.params.business);
    if (owner === undefined) send(res, 404, unknownBusinessPage());
    else send(res, 200, stopForm(nameOf(owner)));
  });
  router.post(
    '/:business',
    express.urlencoded({ extended: false, limit: '2kb', inflate: false }),
    async (req, res) => {
      const owner = await deps.profiles.ownerOfStopPage(req.params.business);
      if (owner === undefined) {
        send(res, 404, unknownBusinessPage());
        return;
      }
      const input = suppressionRef.safeParse(req.body);
      if (!input.success) {
        const error = input.error.issues[0]?.message ?? '';
        send(res, 400, stopForm(nameOf(owner), { phone: enteredIn(req.body), error }));
        return;
      }
      await deps.stopLimits.take(deps.clientOf(req), owner.userId);
      const { phone } = input.data;
      await deps.doNotCall.addRequested({ userId: owner.userId, phone, source: 'stop page' });
      send(res, 200, stoppedPage(nameOf(owner), phone));
    },
  );
  router.use(showRefusal);
  return router;
}

function nameOf({ businessName }: { businessName: string }): string {
  return businessName === '' ? 'this business' : businessName;
}

/** Returns what was entered as the number, to be shown again. */
function enteredIn(body: unknown): string {
  const phone = (body as { phone?: unknown } | undefined)?.phone;
  return typeof phone === 'string' ? phone.slice(0, 40) : '';
}

function send(res: Response, status: number, html: string): void {
  res.status(status).type('html').send(html);
}

/** Shows what a person can act on as a page; all other errors are left to the application. */
const showRefusal: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (!(error instanceof AppError) || res.headersSent) {
    next(error);
    return;
  }
  if (error.details.retry_after !== undefined) res.set('Retry-After', String(error.details.retry_after));
  send(res, error.status, refusedPage(error.message));
};
