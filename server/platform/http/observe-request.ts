import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { inContext, type CallContext } from '#server/platform/lib/observability/call-context.ts';
import { beginWork } from '#server/platform/lib/observability/event-loop/work-in-progress.ts';
import type { Instruments } from '#server/platform/lib/observability/instruments.ts';
import { stopwatch, type Metrics } from '#server/platform/lib/observability/metrics.ts';

/** An id from outside is used as it is, so it must not be able to forge or flood log lines. */
const REQUEST_ID = /^(?=.*[a-z-])[\w.-]{8,64}$/i;
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Returns the `X-Request-Id` of a caller if it is well-formed, otherwise a new id. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newId();
}

/**
 * Listeners of one event that a response has at most: a pipeline adds seven for `close`, beside those of the log, the metrics,
 * the compression and the shutdown. All end with the response; more would be a leak.
 */
const MAX_LISTENERS = 16;

interface ObservedRequest {
  req: IncomingMessage;
  res: ServerResponse;
  /** Returns the template of the route that the request took, at its end. */
  routeOf: () => string;
}

/** Gives a request an id, which the response names, and measures it. `work` and everything that it starts have its context. */
export function observeRequest(
  { active, metrics, tracing }: Instruments,
  { req, res, routeOf }: ObservedRequest,
  work: () => void,
): void {
  const requestId = requestIdOf(req.headers['x-request-id']);
  res.setHeader('X-Request-Id', requestId);
  const context: CallContext = { requestId };
  const endWork = beginWork(context, () => `${methodOf(req)} ${routeOf()}`);
  // Also emitted if the client goes away.
  res.once('close', endWork);
  inContext(context, () => {
    if (!active) {
      work();
      return;
    }
    const elapsed = stopwatch();
    const method = methodOf(req);
    const traceparent = headerOf(req, 'traceparent');
    tracing.open({ name: method, kind: 'server', traceparent }, (span) => {
      res.once('close', () => {
        const [route, status] = [routeOf(), String(res.statusCode)];
        span.rename(`${method} ${route}`);
        span.set({ 'http.route': route, 'http.response.status_code': res.statusCode });
        if (res.statusCode >= 500) span.fail(status);
        span.end();
        if (!isEventStream(res)) observe(metrics, { method, route, status }, elapsed());
      });
      work();
    });
  });
}

/** Observes all requests of an application, whose listeners and streams have the context of their request. */
export function observeRequests(instruments: Instruments): RequestHandler {
  return (req, res, next) => {
    observeRequest(instruments, { req, res, routeOf: () => routeOf(req, res) }, () => {
      keepContext(req, res);
      next();
    });
  };
}

/** Lets the failures of a webhook begin at zero, so that an alert sees the first one. */
export function beginFailures({ metrics }: Instruments, route: string): void {
  for (const status of ['500', '503'])
    metrics.begin('hark_http_request_duration_seconds', { method: 'POST', route, status });
}

function observe(
  metrics: Metrics,
  labels: { method: string; route: string; status: string },
  seconds: number,
): void {
  metrics.observe('hark_http_request_duration_seconds', labels, seconds);
}

/** Marks what follows as mounted at a path, for the route templates. */
export function mountedAt(path: string): RequestHandler {
  return (_req, res, next) => {
    res.locals['mount'] = path;
    next();
  };
}

/** Runs the listeners of a request in the current context, in which they are not by themselves, and expects as many as there are. */
function keepContext(req: IncomingMessage, res: Response): void {
  res.setMaxListeners(MAX_LISTENERS);
  req.emit = AsyncResource.bind(req.emit.bind(req));
  res.emit = AsyncResource.bind(res.emit.bind(res));
}

/** Returns the method of a request; what a client invents is one word. */
function methodOf({ method = '' }: IncomingMessage): string {
  return METHODS.has(method) ? method : 'other';
}

function headerOf(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** Returns the template of the route that a request took, never its path, which would make a metric of each. */
function routeOf(req: Request, res: Response): string {
  const mount = (res.locals as { mount?: string }).mount ?? '';
  const { path } = (req.route ?? {}) as { path?: unknown };
  if (typeof path === 'string' && path !== '/{*splat}') return `${mount}${path}`;
  if (mount !== '') return mount;
  if (path !== undefined) return 'page';
  return res.statusCode < 400 ? 'file' : 'none';
}

function isEventStream(res: ServerResponse): boolean {
  return String(res.getHeader('content-type') ?? '').startsWith('text/event-stream');
}
