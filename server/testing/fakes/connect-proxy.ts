import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A running proxy that tunnels by CONNECT. */
export interface ConnectProxy {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** What it was asked to connect to, as `host:port`, oldest first. */
  asked: string[];
  /** The credentials that came with each of these. */
  credentials: (string | undefined)[];
  close(): Promise<void>;
}

/**
 * Starts a proxy that connects to the port of this machine that `portOf` names for a target; a target without one is
 * answered with 502, and `silence` is never answered.
 */
export async function startConnectProxy(
  portOf: (target: string) => number | 'silence' | undefined,
): Promise<ConnectProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((_req, res) => res.writeHead(405).end());
  server.on('connect', (req, client: Duplex, head) => {
    const target = req.url ?? '';
    asked.push(target);
    credentials.push(req.headers['proxy-authorization']);
    keep(client);
    const port = portOf(target);
    if (port === 'silence') return;
    if (port === undefined) {
      client.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client).pipe(upstream);
    });
    keep(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    asked,
    credentials,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
