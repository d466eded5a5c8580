import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { BODY_LIMITS, SlowBodies } from './bodies/slow-bodies.ts';
import { prefersProblem, refusal } from './error-response.ts';
import { reduceToPath } from './request-target.ts';

/** How long pending requests may take after the server begins to close. */
const CLOSE_GRACE_MS = 5_000;
/** Longer than proxies keep idle connections (commonly 60 s): a proxy must never send on one that closes just then. */
const KEEP_ALIVE_MS = 65_000;
/** Interval at which idle connections are closed meanwhile. */
const IDLE_CHECK_MS = 50;
/** How long the headers of a request may take, from the first byte. */
const HEADERS_MS = 60_000;
/** Interval at which bodies that do not move are looked for. */
const BODY_CHECK_MS = 5_000;
/** Range in which browsers are asked to reconnect: spread, so that the other servers do not get all of them at once. */
const RECONNECT_MS = { min: 100, max: 1_000 };

/** A listening server; it responds with 503 until `serve` is called. */
export interface Listener {
  server: Server;
  port: number;
  /** Starts to pass requests to the application. */
  serve(app: RequestListener): void;
  /** From now on is not ready and closes each connection after its response, so that proxies use another server. */
  leave(): void;
  /**
   * From now on serves only paths that begin with `prefix`; other requests get 503. Tells the readers of event
   * streams when to reconnect.
   */
  drain(prefix: string): void;
  /** Stops accepting requests; resolves when pending ones are finished or their grace period is over. */
  close(): Promise<void>;
}

/**
 * Listens on `host:port` (0 picks a free port). Rejects with the system error, for example EADDRINUSE. On close, pending
 * requests have `graceMs` to finish.
 */
export async function listen(
  port: number,
  host: string,
  { graceMs = CLOSE_GRACE_MS, bodies = new SlowBodies(BODY_LIMITS, () => performance.now()) } = {},
): Promise<Listener> {
  // Without a limit of the whole request, Node would set none for its headers.
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: 0,
    headersTimeout: HEADERS_MS,
  });
  watchBodies(server, bodies);
  const unused = unusedConnections(server);
  const open = openResponses(server);
  let current: RequestListener = unavailable('starting');
  server.on('request', (req, res) => {
    if (reduceToPath(req)) current(req, res);
    else refuse(req, res, new AppError('INVALID_INPUT', 'The target of the request must be a path.'));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  return {
    server,
    port: typeof address === 'object' && address !== null ? address.port : port,
    serve(app) {
      current = app;
    },
    leave() {
      for (const res of open) closeAfter(res);
      const served = current;
      const notReady = unavailable('stopping');
      current = (req, res) => {
        closeAfter(res);
        if (req.url === '/readyz') notReady(req, res);
        else served(req, res);
      };
    },
    drain(prefix) {
      for (const res of open) sendReconnectTime(res);
      const served = current;
      const refused = unavailable('stopping');
      current = (req, res) => {
        if (req.url?.startsWith(prefix) === true) served(req, res);
        else refused(req, res);
      };
    },
    close: () => close(server, unused, graceMs),
  };
}

/** Returns the URL of a server on `host:port` for clients on the same machine, without a trailing slash. */
export function urlOf(host: string, port: number): string {
  const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = loopback[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${String(port)}`;
}

function watchBodies(server: Server, bodies: SlowBodies): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    bodies.watch(req, res);
  });
  const timer = setInterval(() => {
    bodies.check();
  }, BODY_CHECK_MS).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
}

/** Tracks connections without a request: browsers open some in advance, and Node does not count them as idle. */
function unusedConnections(server: Server): ReadonlySet<Socket> {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return unused;
}

/** Tracks responses that have not ended. */
function openResponses(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_req, res) => {
    open.add(res);
    res.once('close', () => open.delete(res));
  });
  return open;
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('connection', 'close');
}

/** An EventSource waits this long after the end of its stream. */
function sendReconnectTime(res: ServerResponse): void {
  const isEventStream = String(res.getHeader('content-type')).startsWith('text/event-stream');
  if (!isEventStream || !res.headersSent || res.writableEnded) return;
  const delay = RECONNECT_MS.min + Math.random() * (RECONNECT_MS.max - RECONNECT_MS.min);
  res.write(`retry: ${delay.toFixed(0)}\n\n`);
}

function close(server: Server, unused: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idleCheck = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS);
    const deadline = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearInterval(idleCheck);
      clearTimeout(deadline);
      resolve();
    });
    for (const socket of unused) socket.destroy();
  });
}

/** Responds with 503, to probes with the status and to others with the common error, and with 200 to liveness probes. */
function unavailable(status: 'starting' | 'stopping'): RequestListener {
  return (req, res) => {
    const isLivenessProbe = req.url === '/healthz';
    if (!isLivenessProbe && req.url !== '/readyz') {
      refuse(req, res, notYet());
      return;
    }
    const headers = { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' };
    res.writeHead(isLivenessProbe ? 200 : 503, headers);
    res.end(
      JSON.stringify({
        status: isLivenessProbe ? 'ok' : status,
        down: isLivenessProbe ? [] : ['application'],
        ...(isLivenessProbe && { version: BUILD_INFO.version }),
      }),
    );
  };
}

function notYet(): AppError {
  const text = 'Hark is not available for a moment. Please try again.';
  return new AppError('UNAVAILABLE', text, { retry_after: 1 });
}

/** Nobody knows the public address before the application exists: the guide is named by its path. */
function refuse(req: IncomingMessage, res: ServerResponse, error: AppError): void {
  const { status, headers, body } = refusal(error, prefersProblem(req) ? { guide: '/docs' } : {});
  res.writeHead(status, { ...headers, vary: 'Accept', connection: 'close' }).end(body);
}
