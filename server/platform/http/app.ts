import compression from 'compression';
import express, { Router, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { AnyRouter, TRPCError } from '@trpc/server';
import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { Connection } from 'mongoose';
import { MAX_CALLS_IN_BATCH } from '#shared/limits.ts';
import type { ApiKeys } from '#server/platform/http/sessions/api-keys.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { AppError, notFound } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import type { Secrets } from '#server/platform/lib/secrets/secrets.ts';
import {
  assertStillSignedIn,
  requireUser,
  type Context,
  type SignedInUser,
} from '#server/platform/trpc/context.ts';
import { createCostLimits } from '#server/platform/trpc/cost.ts';
import { asTrpcError } from '#server/platform/trpc/trpc.ts';
import { apiKeyOf, authenticateApiKey, ignoreCookies } from './sessions/api-key.ts';
import { contextFactory } from './sessions/authenticate.ts';
import type { ClientApp } from './client-app.ts';
import { errorHandler, ERRORS_GUIDE, toAppError } from './error-response.ts';
import { createHealthRouter, type HealthSources } from './health.ts';
import { hasBody, readJsonText } from './bodies/read-body.ts';
import { mountedAt, observeRequests } from './observe-request.ts';
import { requestLog } from './request-log.ts';
import { createRestRouter, restEntries, signedInPrefixes, isClientPage } from './rest.ts';
import { refuseWrongMethod } from './wrong-method.ts';
import { localOnly, refuseCrossOrigin, securityHeaders } from './security/security.ts';
import { recordLastSeen } from './sessions/signed-in-devices.ts';
import { createSessionMiddleware } from './sessions/sessions.ts';

export interface HttpAppOptions extends HealthSources {
  connection: Connection;
  clock: Clock;
  log: Logger;
  appRouter: AnyRouter;
  apiKeys: ApiKeys;
  /** Whether a user has an account that is not being erased. */
  isOpen: (uid: string) => Promise<boolean>;
  sessionSecrets: Secrets;
  /** The public origin, if configured. */
  publicOrigin: string | undefined;
  trustProxy: number | string | undefined;
  dev: boolean;
  /** The address of the guide to errors. */
  errorsGuide: string;
  objectOrigins: string[];
  /** Webhooks of providers, authenticated by signature or secret; they read their own bodies and have no session. */
  webhooks: Router;
  /** Public pages on which people stop the calls of a business, below /stop; without a session. */
  stopPages: Router;
  /** Pages of the emulators; local mode only, served only to this machine. */
  local: Router | undefined;
  /** Locally stored objects, accessed by signed URLs. */
  objects: Router | undefined;
  /** Creates the API documentation, given the caller of a request. */
  docs: (callerOf: (req: Request) => Promise<SignedInUser | null>) => Router;
  /** Serves the Model Context Protocol, given what makes the context of a request. */
  mcp: (createContext: (req: Request) => Promise<Context>) => RequestHandler;
  client: ClientApp;
  instruments: Instruments;
}

/** Creates the HTTP application; the order of the middleware matters. */
export function createHttpApp(options: HttpAppOptions): Express {
  const { connection, clock, log, appRouter } = options;
  const createContext = contextFactory(options, {
    costs: createCostLimits(),
    instruments: options.instruments,
  });
  const signedInPaths = signedInPrefixes(appRouter);
  const app = express();
  app.disable('x-powered-by');
  app.set(ERRORS_GUIDE, options.errorsGuide);
  if (options.trustProxy !== undefined) app.set('trust proxy', options.trustProxy);

  app.use(observeRequests(options.instruments));
  app.use(createHealthRouter(connection, options));
  // Before the request log and the browser middleware: webhooks are frequent and log their own errors.
  app.use('/webhooks', mountedAt('/webhooks'), options.webhooks);
  app.use(requestLog(log));
  app.use(
    securityHeaders({
      secure: options.publicOrigin?.startsWith('https:') ?? false,
      dev: options.dev,
      objectOrigins: options.objectOrigins,
      inlineScripts: options.client.inlineScripts,
    }),
  );
  app.use(compression());
  if (options.objects !== undefined) app.use('/local/objects', mountedAt('/local/objects'), options.objects);
  if (options.local !== undefined) app.use('/local', mountedAt('/local'), localOnly, options.local);
  app.use('/local', (_req, _res, next) => {
    next(notFound('Page'));
  });

  app.use(options.client.files);

  const ownOriginOnly = refuseCrossOrigin({
    publicOrigin: options.publicOrigin,
    local: options.local !== undefined,
  });
  app.use('/stop', mountedAt('/stop'), ownOriginOnly, options.stopPages);

  const api = Router();
  api.use(
    ignoreCookies,
    createSessionMiddleware(connection, {
      secrets: options.sessionSecrets,
      publicOrigin: options.publicOrigin,
    }),
    ownOriginOnly,
    noStore,
    recordLastSeen(connection, clock),
    authenticateApiKey(options.apiKeys),
    // Not for a key, which has nothing to do with the other keys of its user.
    options.docs(async (req) => (apiKeyOf(req) === undefined ? (await createContext(req)).user : null)),
  );
  api.use(signedInPaths, exceptPages(requireSignInFirst(createContext)));
  api.use('/mcp', mountedAt('/mcp'), options.mcp(createContext));
  api.use('/trpc', mountedAt('/trpc'), trpcHandler(appRouter, createContext, log));
  api.use(createRestRouter({ appRouter, createContext, log }));
  api.use(refuseWrongMethod(restEntries(appRouter), log));
  app.use(api);

  // An unknown path below these gets a JSON 404 in place of a page.
  app.use(
    [...signedInPaths, '/trpc', '/webhooks'],
    exceptPages((_req, _res, next) => {
      next(notFound('Path'));
    }),
  );
  app.use(options.client.pages);
  app.use((_req, _res, next) => {
    next(notFound('Path'));
  });
  app.use(errorHandler(log));
  return app;
}

/** Lets requests for pages of the client pass: `/contacts` is one, and there are documented paths below it. */
function exceptPages(handler: RequestHandler): RequestHandler {
  return async (req, res, next) => {
    const isPage = req.method === 'GET' && isClientPage(req.originalUrl.split('?')[0] ?? '');
    if (isPage) next();
    // Its rejection is an error of this request.
    else await handler(req, res, next);
  };
}

/** Responses with account data must not be cached. */
const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

/** The router rejects undecodable paths with 400 before any handler runs; unauthenticated callers must get 401 first. */
function requireSignInFirst(createContext: ReturnType<typeof contextFactory>): RequestHandler {
  return async (req, _res, next) => {
    if (!isDecodable(req.path)) requireUser(await createContext(req));
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
  appRouter: AnyRouter,
  createContext: ReturnType<typeof contextFactory>,
  log: Logger,
): RequestHandler {
  const handle = createExpressMiddleware({
    router: appRouter,
    middleware: readTrpcBody(createContext),
    maxBatchSize: MAX_CALLS_IN_BATCH,
    createContext: ({ req }) =>
      createContext(req).catch((error: unknown) => {
        throw error instanceof AppError ? asTrpcError(error) : error;
      }),
    // Appended to the `no-transform` of tRPC, which keeps event streams uncompressed and unbuffered.
    responseMeta: ({ type, errors }) => ({
      headers: new Headers({
        ...(type === 'subscription' && { 'cache-control': 'no-store' }),
        ...retryAfter(errors),
      }),
    }),
    onError({ error, path }) {
      const appError = toAppError(error);
      const isServerError =
        appError === undefined ? error.code === 'INTERNAL_SERVER_ERROR' : appError.status >= 500;
      if (isServerError) log.error({ err: error, path }, 'procedure failed');
    },
  });
  return (req, res, next) => {
    // tRPC reports an undecodable procedure name as a server error; this throws a client error first.
    decodeURIComponent(req.path);
    handle(req, res, next);
  };
}

/** Returns the `Retry-After` header of a batch: the longest wait of its calls. */
function retryAfter(errors: TRPCError[]): Record<string, string> {
  const waits = errors.map((error) => toAppError(error)?.details.retry_after ?? 0);
  const longest = Math.max(0, ...waits);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}

/** Reads the body for tRPC with the same limits as REST; errors are sent in the format of tRPC. */
function readTrpcBody(createContext: ReturnType<typeof contextFactory>) {
  return (req: Request, _res: Response, next: (error?: unknown) => void): void => {
    if (!hasBody(req)) {
      takeText(req, '');
      next();
      return;
    }
    const caller = createContext(req).then(
      (context) => (context.user === null ? undefined : context),
      () => undefined,
    );
    caller
      .then((context) => readText(req, context))
      .then((text) => {
        takeText(req, text);
        next();
      })
      .catch((error: unknown) => {
        req.body = undefined;
        const appError = toAppError(error);
        next(appError === undefined ? error : asTrpcError(appError));
      });
  };
}

/** A call without a body is one without fields, as on the documented paths, whatever type its header names. */
function takeText(req: Request, text: string): void {
  const isEmpty = text.trim() === '' && req.method === 'POST';
  if (isEmpty) req.headers['content-type'] = 'application/json';
  req.body = isEmpty ? '{}' : text;
}

async function readText(req: Request, caller: Context | undefined): Promise<string> {
  const text = await readJsonText(req, { signedIn: caller !== undefined });
  if (caller !== undefined) await assertStillSignedIn(caller);
  return text;
}
