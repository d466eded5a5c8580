import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request instead of its answer:
 * - `answer`: this one, and the request goes no further;
 * - `silence`: it is passed on, and its answer withheld;
 * - `hang up`: it is passed on, and the connection broken without an answer;
 * - `half`: it is passed on, and the connection broken in the middle of the answer.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'silence' }
  | { kind: 'hang up' }
  | { kind: 'half' };

/** A way to an HTTP server on which something goes wrong where a test wants it. */
export interface FaultyProxy {
  url: string;
  /** Lets `fault` happen to the next request whose method and path match (`POST /rvm`), once. */
  next(requests: RegExp, fault: Fault): void;
  /** Forgets the faults that no request has met. */
  clear(): void;
  close(): Promise<void>;
}

/** Starts a proxy to `target` (an origin) that passes everything on unchanged but for the faults asked for. */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const planned: { requests: RegExp; fault: Fault }[] = [];

  const server = createServer((req, res) => {
    const name = `${req.method ?? ''} ${req.url ?? ''}`;
    const at = planned.findIndex(({ requests }) => requests.test(name));
    const fault = at < 0 ? undefined : planned.splice(at, 1)[0]?.fault;
    if (fault?.kind === 'answer') {
      req.resume().on('end', () => res.writeHead(fault.status, fault.headers).end(fault.body));
      return;
    }
    forward(target, req, (status, headers, body) => {
      if (fault === undefined) res.writeHead(status, headers).end(body);
      else spoil(res, fault.kind, status, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    next: (requests, fault) => planned.push({ requests, fault }),
    clear: () => planned.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

type Answered = (status: number, headers: IncomingMessage['headers'], body: Buffer) => void;

function forward(target: string, req: IncomingMessage, answered: Answered): void {
  const { method, headers } = req;
  const outgoing = request(`${target}${req.url ?? ''}`, { method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      answered(answer.statusCode ?? 0, answer.headers, Buffer.concat(chunks));
    });
  });
  outgoing.on('error', () => req.socket.destroy());
  req.pipe(outgoing);
}

function spoil(
  res: ServerResponse,
  kind: 'silence' | 'hang up' | 'half',
  status: number,
  body: Buffer,
): void {
  if (kind === 'hang up') res.destroy();
  if (kind !== 'half') return;
  res.writeHead(status, { 'content-length': body.length });
  res.write(body.subarray(0, Math.ceil(body.length / 2)), () => res.destroy());
}
