import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { callTRPCProcedure } from '@trpc/server';
import type { ErrorCode } from '#shared/error-codes.ts';
import { PAGE_PATHS, PROVIDER } from '#shared/paths.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Logger } from '#server/platform/lib/log.ts';
import { callContext } from '#server/platform/lib/observability/call-context.ts';
import {
  assertStillSignedIn,
  requireArea,
  requireUser,
  type Context,
  type SignedInContext,
} from '#server/platform/trpc/context.ts';
import { FileDownload, type ProcedureMeta, type RestRoute, type Upload } from '#server/platform/trpc/trpc.ts';
import { hasBody, jsonObject, readJsonText, refuseEncoded, refuseOperators } from './bodies/read-body.ts';
import { sendError, toAppError } from './error-response.ts';
import { sendFile, signalOf, type Turn } from './send-file.ts';
import { queryFields, refuseMisspelt } from './query-fields.ts';
import { refuseCrossSiteRead } from './security/security.ts';
import { refuseReadOnlyKey } from './sessions/api-key.ts';

/** The header of an answer that repeats the stored result of an `Idempotency-Key`; its value is `true`. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** A REST route and its procedure. */
export interface RestEntry {
  procedure: string;
  type: AnyProcedure['_def']['type'];
  route: RestRoute;
  /** Whether it requires a signed-in caller. */
  signedIn: boolean;
  /** The error codes in its metadata. */
  errors: readonly ErrorCode[];
}

/** Returns all REST routes in the metadata of the procedures of a router. */
export function restEntries(appRouter: AnyRouter): RestEntry[] {
  const procedures = appRouter._def.procedures as Record<string, AnyProcedure>;
  return Object.entries(procedures).flatMap(([procedure, { _def }]) => {
    const { rest, signedIn = false, errors = [] } = (_def.meta ?? {}) as ProcedureMeta;
    return [rest ?? []].flat().map((route) => ({
      procedure,
      type: _def.type,
      route,
      signedIn,
      errors: [...errors, ...(route.errors ?? [])],
    }));
  });
}

/** Returns the prefixes below which every route requires a signed-in caller: `/api`, say. */
export function signedInPrefixes(appRouter: AnyRouter): string[] {
  const prefixOf = ({ route }: RestEntry) =>
    `/${route.path.replace('{provider}', PROVIDER).split('/')[1] ?? ''}`;
  const entries = restEntries(appRouter);
  const open = new Set(entries.filter(({ signedIn }) => !signedIn).map(prefixOf));
  return [...new Set(entries.map(prefixOf))].filter((prefix) => !open.has(prefix));
}

/** Serves the REST routes, with and without the trailing slash, by calling their procedures. */
export function createRestRouter(options: {
  appRouter: AnyRouter;
  createContext: (req: Request) => Promise<Context>;
  log: Logger;
}): Router {
  const router = Router({ strict: false });
  for (const entry of bySpecificity(restEntries(options.appRouter))) {
    const { method, path } = entry.route;
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    router[verb](expressPath(path), restHandler(entry, options));
  }
  return router;
}

/** Sorts static paths first: `/payments/billing/update-payment-method` before `/payments/billing/{id}`. */
function bySpecificity(entries: RestEntry[]): RestEntry[] {
  const parameters = ({ route }: RestEntry) => route.path.split('{').length;
  return [...entries].sort((a, b) => parameters(a) - parameters(b));
}

/** Converts `/api/campaigns/{id}/` to the Express form `/api/campaigns/:id`. */
export function expressPath(path: string): string {
  return path.replace(/\/$/, '').replace(/\{([^}]+)\}/g, (_, name: string) => `:${name.replace(/\W/g, '_')}`);
}

/** Returns 401 before the body is read, so that unauthenticated callers cannot send large ones. */
function restHandler(
  { procedure, type, route, signedIn }: RestEntry,
  { appRouter, createContext, log }: Parameters<typeof createRestRouter>[0],
): RequestHandler {
  const procedures = appRouter._def.procedures as Record<string, AnyProcedure>;
  return async (req, res, next) => {
    try {
      const { provider = PROVIDER, ...params } = req.params;
      // Express routes HEAD to GET handlers; HEAD must not change state.
      const changesByHead = req.method === 'HEAD' && type === 'mutation';
      if (changesByHead || (provider !== PROVIDER && isClientPage(req.path))) {
        next();
        return;
      }
      if (provider !== PROVIDER) throw new AppError('NOT_FOUND', 'Not found');
      if (type === 'mutation' && route.method === 'GET') {
        refuseCrossSiteRead(req);
        refuseReadOnlyKey(req);
      }
      const ctx = await createContext(req);
      const signal = signalOf(res);
      if (signedIn) {
        requireUser(ctx);
        // Here as well, as an upload is received in place of its procedure.
        requireArea(ctx, procedure, type);
      }
      const query = queryFields(req);
      if (route.upload?.accepts(req) === true) {
        send(res, route, await receiveUpload(route.upload, req, { ...ctx, user: requireUser(ctx) }, signal));
        return;
      }
      const input = { ...query, ...(await bodyFields(req, signedIn)), ...params };
      if (signedIn && hasBody(req)) await assertStillSignedIn(ctx);
      const output: unknown = await callTRPCProcedure({
        router: appRouter,
        path: procedure,
        getRawInput: () => Promise.resolve(input),
        ctx,
        type,
        signal,
        batchIndex: 0,
      });
      // After the call, as a 404 comes before a 400.
      if (type === 'query') refuseMisspelt(req, procedures[procedure]);
      if (output instanceof FileDownload) {
        const { costs, user, client } = ctx;
        const owner = user?.uid ?? client.network;
        const part: Turn = (work) => costs.part(owner, work, signal);
        await costs.file(owner, () => sendFile(res, route, output, { part, signal }), signal);
        return;
      }
      const nextCursor = route.nextCursor as ((value: unknown) => string | null) | undefined;
      const cursor = nextCursor?.(output) ?? null;
      if (cursor !== null) res.links({ next: nextPageUrl(req, cursor) });
      send(res, route, output);
    } catch (error) {
      if (res.headersSent) next(error);
      else {
        // A payment that was declined is a result; any other error is one of this request.
        if (toAppError(error)?.code === 'PAYMENT_REQUIRED') noteReplay(res);
        sendError(res, error, log, route.successFlag);
      }
    }
  };
}

/** Returns the URL of the request with the cursor of the next page in place of its number. */
function nextPageUrl({ originalUrl }: Request, cursor: string): string {
  const [path = '', query] = originalUrl.split('?');
  const fields = new URLSearchParams(query);
  fields.delete('page');
  fields.set('cursor', cursor);
  return `${path}?${fields.toString()}`;
}

/** Whether a path is a page of the client: `/contacts` is above documented paths, and `/help/credits` also matches `/{provider}/credits/`. */
export function isClientPage(path: string): boolean {
  return PAGE_PATHS.some((page) => page === path.replace(/\/$/, ''));
}

function send(res: Response, route: RestRoute, output: unknown): void {
  const toBody = route.toBody as ((value: unknown) => unknown) | undefined;
  noteReplay(res);
  res.status(route.status ?? 200).json(toBody === undefined ? output : toBody(output));
}

function noteReplay(res: Response): void {
  if (callContext()?.replayed === true) res.set(REPLAYED_HEADER, 'true');
}

/** Receives an upload in its turn; of the sender's others, one after another. */
async function receiveUpload(
  { receive }: Upload,
  req: Request,
  ctx: SignedInContext,
  signal: AbortSignal,
): Promise<unknown> {
  try {
    refuseEncoded(req);
    return await ctx.costs.upload(ctx.user.uid, () => receive(req, ctx, signal), signal);
  } finally {
    // Discard what is left of a body that was refused, so that the response can be sent.
    if (!req.complete) req.resume();
  }
}

/**
 * Returns the fields of a JSON object body; no body counts as an empty object. Throws `AppError` UNSUPPORTED_MEDIA_TYPE
 * for any other content type, since ignoring its fields would run the call without them.
 */
async function bodyFields(req: Request, signedIn: boolean): Promise<object> {
  if (!hasBody(req)) return {};
  if (req.is('application/json') === false)
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json.');
  const body = jsonObject(await readJsonText(req, { signedIn }));
  refuseOperators(body);
  return body;
}
