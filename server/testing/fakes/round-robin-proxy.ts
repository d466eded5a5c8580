import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnPreferredPort } from '#server/emulators/process/sidecar-process.ts';
import { buffer } from 'node:stream/consumers';
import { isReady } from '../crash/hark-processes.ts';

const PROBE_MS = 100;

/** A reverse proxy in front of several web servers. It keeps connections open and never sends a request twice. */
export interface RoundRobinProxy {
  url: string;
  /** Requests that got no response: the connection broke, or no server was ready. */
  failures: string[];
  /** Number of requests that each server has answered, by origin. */
  served: Map<string, number>;
  /** Uses these servers from now on, each while its `/readyz` is 200. */
  use(origins: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port. */
export async function startRoundRobinProxy(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<string>();
  const served = new Map<string, number>();
  const failures: string[] = [];
  let origins: readonly string[] = [];
  let turn = 0;

  const forward = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const name = `${req.method ?? ''} ${req.url ?? ''}`;
    const fail = (why: string): void => {
      failures.push(`${new Date().toISOString()} ${name}: ${why}`);
      if (res.headersSent) res.destroy();
      else res.writeHead(502, { 'content-type': 'application/json' }).end('{"error":"bad gateway"}');
    };
    const body = await buffer(req);
    const tried = new Set<string>();
    const next = (): void => {
      const candidates = origins.filter((origin) => ready.has(origin) && !tried.has(origin));
      const origin = candidates[turn++ % candidates.length];
      if (origin === undefined) {
        fail('no server is ready');
        return;
      }
      tried.add(origin);
      send({ req, res, origin, body, agent }).then(
        () => served.set(origin, (served.get(origin) ?? 0) + 1),
        (error: unknown) => {
          const { code, message } = error as NodeJS.ErrnoException;
          // Nothing was sent.
          if (code === 'ECONNREFUSED') next();
          else if (!res.destroyed) fail(`${origin} ${message}`);
        },
      );
    };
    next();
  };

  const server = createServer((req, res) => {
    forward(req, res).catch(() => req.destroy());
  });
  const probe = async (): Promise<void> => {
    await Promise.all(
      origins.map(async (origin) => {
        if (await isReady(origin)) ready.add(origin);
        else ready.delete(origin);
      }),
    );
  };
  const timer = setInterval(() => void probe(), PROBE_MS);
  const port = await listenOnPreferredPort(server);
  return {
    url: `http://127.0.0.1:${String(port)}`,
    failures,
    served,
    use(given) {
      origins = given;
    },
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Sends a request to a server and its response to the client. Rejects if there is no response. */
function send({
  req,
  res,
  origin,
  body,
  agent,
}: {
  req: IncomingMessage;
  res: ServerResponse;
  origin: string;
  body: Buffer;
  agent: Agent;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const { method, headers } = req;
    const outgoing = request(`${origin}${req.url ?? ''}`, { method, headers, agent }, (response) => {
      const { connection: _hop, 'keep-alive': _own, ...rest } = response.headers;
      res.writeHead(response.statusCode ?? 502, rest);
      res.flushHeaders();
      response.pipe(res);
      response.once('error', reject);
      response.once('end', resolve);
      res.once('close', () => {
        outgoing.destroy();
        resolve();
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
