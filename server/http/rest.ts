import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { callTRPCProcedure } from '@trpc/server';
import { PAGE_PATHS } from '#shared/page-paths.ts';
import { AppError, unauthenticated } from '#server/lib/errors.ts';
import type { Logger } from '#server/lib/log.ts';
import { assertStillSignedIn, type Context } from '#server/trpc/context.ts';
import type { ProcedureMeta, RestRoute } from '#server/trpc/trpc.ts';
import { hasBody, readJsonText } from './bodies/read-body.ts';
import { refuseOperators } from './bodies/refuse-operators.ts';
import { sendError } from './error-response.ts';
import { refuseCrossSiteRead } from './security.ts';

/** The value of `{provider}` segments; any other is a 404 (contract §6). */
export const PROVIDER = 'dropcowboy';

/** A documented path and the procedure behind it. */
export interface RestEntry {
  procedure: string;
  type: AnyProcedure['_def']['type'];
  route: RestRoute;
  /** Whether it is for signed-in callers alone. */
  signedIn: boolean;
}

/** All documented paths of a router, from the metadata of its procedures (design §2.6). */
export function restEntries(appRouter: AnyRouter): RestEntry[] {
  const procedures = appRouter._def.procedures as Record<string, AnyProcedure>;
  return Object.entries(procedures).flatMap(([procedure, { _def }]) => {
    const { rest, signedIn = false } = (_def.meta ?? {}) as ProcedureMeta;
    return [rest ?? []].flat().map((route) => ({ procedure, type: _def.type, route, signedIn }));
  });
}

/** Answers the documented paths, with and without the trailing slash, by calling the procedures behind them. */
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

/** Paths without parameters first: `/payments/billing/update-payment-method` before `/payments/billing/{id}`. */
function bySpecificity(entries: RestEntry[]): RestEntry[] {
  const parameters = ({ route }: RestEntry) => route.path.split('{').length;
  return [...entries].sort((a, b) => parameters(a) - parameters(b));
}

/** `/api/campaigns/{id}/` as Express writes it: `/api/campaigns/:id`. */
function expressPath(path: string): string {
  return path.replace(/\/$/, '').replace(/\{([^}]+)\}/g, (_, name: string) => `:${name.replace(/\W/g, '_')}`);
}

/** 401 comes before the body is read, so that nobody unknown makes us read one (contract §5). */
function restHandler(
  { procedure, type, route, signedIn }: RestEntry,
  { appRouter, createContext, log }: Parameters<typeof createRestRouter>[0],
): RequestHandler {
  return async (req, res, next) => {
    try {
      const { provider = PROVIDER, ...params } = req.params;
      // Express takes a HEAD for a GET; one that would change something is no path of ours.
      const changesByHead = req.method === 'HEAD' && type === 'mutation';
      if (changesByHead || (provider !== PROVIDER && isPage(req.path))) {
        next();
        return;
      }
      if (provider !== PROVIDER) throw new AppError('NOT_FOUND', 'Not found');
      if (type === 'mutation' && route.method === 'GET') refuseCrossSiteRead(req);
      const ctx = await createContext(req);
      if (signedIn && ctx.user === null) throw unauthenticated();
      const input = { ...req.query, ...(await bodyFields(req, signedIn)), ...params };
      if (signedIn && hasBody(req)) await assertStillSignedIn(ctx);
      const output: unknown = await callTRPCProcedure({
        router: appRouter,
        path: procedure,
        getRawInput: () => Promise.resolve(input),
        ctx,
        type,
        signal: undefined,
        batchIndex: 0,
      });
      const nextOf = route.nextOf as ((value: unknown) => string | null) | undefined;
      const cursor = nextOf?.(output) ?? null;
      if (cursor !== null) res.links({ next: pageAddress(req, cursor) });
      send(res, route, output);
    } catch (error) {
      sendError(res, error, log, route.successFlag);
    }
  };
}

/** The address of another page of the list that a request asked for. */
function pageAddress({ originalUrl }: Request, cursor: string): string {
  const [path = '', query] = originalUrl.split('?');
  const fields = new URLSearchParams(query);
  fields.set('cursor', cursor);
  return `${path}?${fields.toString()}`;
}

/** `/help/credits` is a page of the client, not the credits of a provider called help. */
function isPage(path: string): boolean {
  return PAGE_PATHS.some((page) => page === path.replace(/\/$/, ''));
}

function send(res: Response, route: RestRoute, output: unknown): void {
  const present = route.present as ((value: unknown) => unknown) | undefined;
  res.status(route.status ?? 200).json(present === undefined ? output : present(output));
}

/**
 * A JSON body's fields; an absent body has none. Anything else is refused: overlooking what a caller sent as a form
 * would carry out something else than was asked.
 */
async function bodyFields(req: Request, signedIn: boolean): Promise<object> {
  if (!hasBody(req)) return {};
  if (req.is('application/json') === false) throw notAnObject();
  const body = parsed(await readJsonText(req, { signedIn }));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject();
  refuseOperators(body);
  return body;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('INVALID_INPUT', 'The body is not valid JSON.', {
      fields: { body: 'is not valid JSON' },
    });
  }
}

function notAnObject(): AppError {
  return new AppError('INVALID_INPUT', 'The body must be a JSON object, sent as application/json.', {
    fields: { body: 'must be a JSON object' },
  });
}
