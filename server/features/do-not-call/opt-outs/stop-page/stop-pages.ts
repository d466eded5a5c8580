import express, {
  Router,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type Response,
} from 'express';
import { suppressionRef } from '#shared/schemas/calling/suppressions.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { OptOutDeps } from '#server/features/do-not-call/opt-outs/opt-out-deps.ts';
import { refusedPage, stopForm, stoppedPage, unknownBusinessPage } from './stop-html.ts';

/** The length of the field. */
const MAX_ENTERED = 40;

/** What is known of a request before its form is read. */
interface Attempt {
  owner: Awaited<ReturnType<OptOutDeps['profiles']['ownerOfStopPage']>>;
}

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
  router.post('/:business', countAttempt(deps), readForm, async (req, res: Response<unknown, Attempt>) => {
    const { owner } = res.locals;
    if (owner === undefined) {
      send(res, 404, unknownBusinessPage());
      return;
    }
    const entered = enteredIn(req.body);
    const input = suppressionRef.safeParse({ phone: entered });
    if (!input.success) {
      const error = input.error.issues[0]?.message ?? '';
      send(res, 400, stopForm(nameOf(owner), { phone: entered.slice(0, MAX_ENTERED), error }));
      return;
    }
    const { phone } = input.data;
    await deps.doNotCall.addRequested({ userId: owner.userId, phone, source: 'stop page' });
    send(res, 200, stoppedPage(nameOf(owner), phone));
  });
  router.use(showRefusal);
  return router;
}

const readForm = express.urlencoded({ extended: false, limit: '2kb', inflate: false });

/** Finds the owner of the page and counts the attempt before its form is read: whatever is wrong with it, it counts. */
function countAttempt({ profiles, stopLimits, clientOf }: OptOutDeps) {
  return async (req: Request<{ business: string }>, res: Response<unknown, Attempt>, next: NextFunction) => {
    const owner = await profiles.ownerOfStopPage(req.params.business);
    await stopLimits.take(clientOf(req), owner?.userId);
    res.locals.owner = owner;
    next();
  };
}

function nameOf({ businessName }: { businessName: string }): string {
  return businessName === '' ? 'this business' : businessName;
}

/** Returns what was entered as the number; empty for a form without one. */
function enteredIn(body: unknown): string {
  const phone = (body as { phone?: unknown } | undefined)?.phone;
  return typeof phone === 'string' ? phone : '';
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
