import { createServer, type RequestListener, type Server } from 'node:http';
import { isIPv6, type Socket } from 'node:net';

/** Requests in hand get this long to be answered once the server closes. */
const ANSWER_MS = 5_000;
/** How often connections that have become idle are looked for meanwhile. */
const LOOK_MS = 50;

/** A listening server whose application comes later; until then it says that it is starting. */
export interface Listener {
  server: Server;
  port: number;
  /** Hands requests to the application from now on. */
  serve(app: RequestListener): void;
  /** From now on only requests to paths that begin with `prefix` are served; others are told that Hark is stopping. */
  drain(prefix: string): void;
  /** Takes no more requests; resolves when those in hand are answered, or have had their time for it. */
  close(): Promise<void>;
}

/**
 * Listens on `host:port` (0 picks a free port). Rejects with the system's error, for example EADDRINUSE. At the end
 * requests in hand get `answerMs` to be answered.
 */
export async function listen(port: number, host: string, answerMs = ANSWER_MS): Promise<Listener> {
  const server = createServer();
  const silent = silentConnections(server);
  let current: RequestListener = unavailable('starting');
  server.on('request', (req, res) => {
    current(req, res);
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
    drain(prefix) {
      const served = current;
      const refuse = unavailable('stopping');
      current = (req, res) => {
        if (req.url?.startsWith(prefix) === true) served(req, res);
        else refuse(req, res);
      };
    },
    close: () => close(server, silent, answerMs),
  };
}

/** Where a server that listens on `host:port` is reached from its own machine, without a trailing slash. */
export function urlOf(host: string, port: number): string {
  const anywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
  const name = anywhere[host] ?? host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${String(port)}`;
}

/** Connections on which nothing was asked yet: browsers open some in advance, and Node does not count them as idle. */
function silentConnections(server: Server): ReadonlySet<Socket> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  server.on('request', ({ socket }) => silent.delete(socket));
  return silent;
}

function close(server: Server, silent: ReadonlySet<Socket>, answerMs: number): Promise<void> {
  return new Promise((resolve) => {
    const look = setInterval(() => {
      server.closeIdleConnections();
    }, LOOK_MS);
    const deadline = setTimeout(() => {
      server.closeAllConnections();
    }, answerMs);
    server.close(() => {
      clearInterval(look);
      clearTimeout(deadline);
      resolve();
    });
    for (const socket of silent) socket.destroy();
  });
}

/** Alive, not ready. */
function unavailable(status: 'starting' | 'stopping'): RequestListener {
  return (req, res) => {
    const heartbeat = req.url === '/healthz';
    const headers = { 'content-type': 'application/json', 'retry-after': '1', connection: 'close' };
    res.writeHead(heartbeat ? 200 : 503, headers);
    res.end(JSON.stringify({ status: heartbeat ? 'ok' : status, down: heartbeat ? [] : ['application'] }));
  };
}
