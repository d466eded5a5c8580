import { Router, type RequestHandler } from 'express';
import { PROVIDER } from '#shared/paths.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { sendError } from './error-response.ts';
import { expressPath, isClientPage, type RestEntry } from './rest.ts';

/** What the routes of a path take; kept in `res.locals` while a request passes them. */
interface Taken {
  methods: Set<string>;
  /** Whether errors have `success: false`. */
  successFlag: boolean;
}

/**
 * Answers 405 with `Allow` where a documented path has no such method. A browser that opens the address gets a page instead.
 * Mount it after the routes.
 */
export function refuseWrongMethod(entries: readonly RestEntry[], log: Logger): Router {
  const router = Router({ strict: false });
  router.use((req, _res, next) => {
    const opensPage = req.accepts(['json', 'html']) === 'html' || isClientPage(req.path);
    if (opensPage || req.method === 'OPTIONS') next('router');
    else next();
  });
  for (const entry of entries) router.all(expressPath(entry.route.path), noteTaken(entry));
  router.use((_req, res, next) => {
    const taken = res.locals['taken'] as Taken | undefined;
    if (taken === undefined) {
      next();
      return;
    }
    const allowed = [...taken.methods].sort();
    res.set('allow', allowed.join(', '));
    const error = new AppError('METHOD_NOT_ALLOWED', `Use ${allowed.join(' or ')} for this path.`);
    sendError(res, error, log, taken.successFlag);
  });
  return router;
}

function noteTaken({ route: { method, successFlag = false }, type }: RestEntry): RequestHandler {
  // Changes of state have no HEAD.
  const methods = method === 'GET' && type === 'query' ? ['GET', 'HEAD'] : [method];
  return ({ params: { provider = PROVIDER } }, res, next) => {
    const taken = res.locals['taken'] as Taken | undefined;
    if (provider === PROVIDER)
      res.locals['taken'] = {
        methods: new Set([...(taken?.methods ?? []), ...methods]),
        successFlag: successFlag || taken?.successFlag === true,
      } satisfies Taken;
    next();
  };
}
