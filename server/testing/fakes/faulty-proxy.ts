import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What happens to a request: `answer` responds without forwarding it; `silence` forwards it and withholds the
 * response; `hang up` forwards it and closes the connection without a response; `half` forwards it and closes the
 * connection in the middle of the response.
 */
export type Fault =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  | { kind: 'silence' }
  | { kind: 'hang up' }
  | { kind: 'half' };

/** An HTTP proxy that injects faults. */
export interface FaultyProxy {
  url: string;
  /** Injects `fault` into the next request whose method and path match (`POST /rvm`), once. */
  next(requests: RegExp, fault: Fault): void;
  /** Removes the faults that were not used. */
  clear(): void;
  close(): Promise<void>;
}

/** Starts a proxy to `target` (an origin) that forwards everything unchanged except for injected faults. */
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

type OnResponse = (status: number, headers: IncomingMessage['headers'], body: Buffer) => void;

function forward(target: string, req: IncomingMessage, onResponse: OnResponse): void {
  const { method, headers } = req;
  const outgoing = request(`${target}${req.url ?? ''}`, { method, headers, agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      onResponse(response.statusCode ?? 0, response.headers, Buffer.concat(chunks));
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
