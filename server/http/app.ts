import compression from 'compression';
import express, { Router, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Connection } from 'mongoose';
import { MAX_CALLS_IN_BATCH } from '#shared/call-limits.ts';
import type { Clock } from '#server/lib/clock.ts';
import { AppError, notFound, unauthenticated } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/log.ts';
import type { Secrets } from '#server/lib/secrets.ts';
import type { AppRouter } from '#server/trpc/app-router.ts';
import { assertStillSignedIn, type Context } from '#server/trpc/context.ts';
import { asTrpcError } from '#server/trpc/trpc.ts';
import { contextFactory, type ApiKeyLookup } from './sessions/authenticate.ts';
import type { ClientApp } from './client-app.ts';
import { errorHandler, toAppError } from './error-response.ts';
import { createHealthRouter } from './health.ts';
import { hasBody, readJsonText } from './bodies/read-body.ts';
import { requestLog } from './request-log.ts';
import { createRestRouter } from './rest.ts';
import { localOnly, refuseCrossOrigin, securityHeaders } from './security.ts';
import { createSessionMiddleware } from './sessions/sessions.ts';

export interface HttpAppOptions {
  connection: Connection;
  clock: Clock;
  /** Whether this machine's clock agrees with the database's. */
  clockIsRight: () => boolean;
  log: Logger;
  appRouter: AppRouter;
  findApiKey: ApiKeyLookup;
  sessionSecrets: Secrets;
  /** The origin people use, where one is configured. */
  publicOrigin: string | undefined;
  trustProxy: number | string | undefined;
  dev: boolean;
  objectOrigins: string[];
  /** Signed or secret-bearing calls of providers; they read their own bodies and have no session. */
  webhooks: Router;
  /** Pages and stand-ins that exist in local mode only, for this machine alone. */
  local: Router | undefined;
  /** Local objects, reached by signed URLs. */
  objects: Router | undefined;
  /** Documented paths that are no JSON: multipart uploads, which pass JSON bodies on, and file downloads. */
  beside: (createContext: ReturnType<typeof contextFactory>) => Router;
  docs: Router;
  client: ClientApp;
}

/** Where all paths are for signed-in callers. */
const SIGNED_IN_PATHS = ['/api', '/users', '/payments', '/contacts', '/dropcowboy'];
/** Where an unknown path is an unknown call, and no page; a download of another provider too. */
const API_PATHS = [...SIGNED_IN_PATHS, '/trpc', '/webhooks', '/:provider/analytics/details/download'];

/** The HTTP application: its middleware in order, from the outermost in. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { connection, clock, log, appRouter } = options;
  const createContext = contextFactory(clock, options.findApiKey);
  const app = express();
  app.disable('x-powered-by');
  if (options.trustProxy !== undefined) app.set('trust proxy', options.trustProxy);

  app.use(createHealthRouter(connection, options.clockIsRight));
  // Providers call by the thousand and are no browsers; what is refused of them the webhooks log themselves.
  app.use('/webhooks', options.webhooks);
  app.use(requestLog(log));
  app.use(
    securityHeaders({
      secure: options.publicOrigin?.startsWith('https:') ?? false,
      dev: options.dev,
      objectOrigins: options.objectOrigins,
    }),
  );
  app.use(compression());
  if (options.objects !== undefined) app.use('/local/objects', options.objects);
  if (options.local !== undefined) app.use('/local', localOnly, options.local);
  app.use('/local', (_req, _res, next) => {
    next(notFound('Page'));
  });

  app.use(options.docs);
  app.use(options.client.files);

  const api = Router();
  api.use(
    createSessionMiddleware(connection, {
      secrets: options.sessionSecrets,
      publicOrigin: options.publicOrigin,
    }),
    refuseCrossOrigin(options.publicOrigin),
    neverKept,
  );
  api.use(SIGNED_IN_PATHS, signedInFirst(createContext));
  api.use('/trpc', trpcHandler(appRouter, createContext, log));
  api.use(options.beside(createContext));
  api.use(createRestRouter({ appRouter, createContext, log }));
  app.use(api);

  app.use(API_PATHS, (_req, _res, next) => {
    next(notFound('Path'));
  });
  app.use(options.client.pages);
  app.use((_req, _res, next) => {
    next(notFound('Path'));
  });
  app.use(errorHandler(log));
  return app;
}

/** What an account sees is kept by no cache between it and Hark. */
const neverKept: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** The router refuses a path that cannot be decoded before any handler is asked; 401 comes first (contract §5). */
function signedInFirst(createContext: ReturnType<typeof contextFactory>): RequestHandler {
  return async (req, _res, next) => {
    if (!isDecodable(req.path) && (await createContext(req)).user === null) throw unauthenticated();
    next();
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function trpcHandler(
  appRouter: AppRouter,
  createContext: ReturnType<typeof contextFactory>,
  log: Logger,
): RequestHandler {
  const answer = createExpressMiddleware({
    router: appRouter,
    middleware: readCall(createContext),
    maxBatchSize: MAX_CALLS_IN_BATCH,
    createContext: ({ req }) =>
      createContext(req).catch((error: unknown) => {
        throw error instanceof AppError ? asTrpcError(error) : error;
      }),
    // For a line of events tRPC has said something else, which keeps it from being compressed or held back.
    responseMeta: ({ type, errors }) => ({
      headers: new Headers({
        ...(type === 'subscription' && { 'cache-control': 'no-store' }),
        ...retryAfter(errors),
      }),
    }),
    onError({ error, path }) {
      const known = toAppError(error);
      const ours = known === undefined ? error.code === 'INTERNAL_SERVER_ERROR' : known.status >= 500;
      if (ours) log.error({ err: error, path }, 'procedure failed');
    },
  });
  return (req, res, next) => {
    // tRPC takes a name that cannot be decoded for a fault of its own; here it is the caller's.
    decodeURIComponent(req.path);
    answer(req, res, next);
  };
}

/** The longest wait that the calls of one request were answered with. */
function retryAfter(errors: TRPCError[]): Record<string, string> {
  const waits = errors.map((error) => toAppError(error)?.details.retry_after ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}

/** Hands tRPC the text of the body, within the limits of all others; its refusal has the form of a call's answer. */
function readCall(createContext: ReturnType<typeof contextFactory>) {
  return (req: Request, _res: Response, next: (error?: unknown) => void): void => {
    const caller = createContext(req).then(
      (context) => (context.user === null ? undefined : context),
      () => undefined,
    );
    caller
      .then((context) => (hasBody(req) ? readText(req, context) : undefined))
      .then((text) => {
        req.body = text;
        next();
      })
      .catch((error: unknown) => {
        req.body = undefined;
        const known = toAppError(error);
        next(known === undefined ? error : asTrpcError(known));
      });
  };
}

async function readText(req: Request, caller: Context | undefined): Promise<string> {
  const text = await readJsonText(req, { signedIn: caller !== undefined });
  if (caller !== undefined) await assertStillSignedIn(caller);
  return text;
}
