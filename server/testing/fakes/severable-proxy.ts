import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** A proxy on loopback whose target can become unreachable. */
export interface SeverableProxy {
  port: number;
  /** Ends all connections and refuses new ones. */
  sever(): Promise<void>;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a proxy that forwards TCP connections to a Unix socket. */
export async function startSeverableProxy(path: string): Promise<SeverableProxy> {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(path);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const sever = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return {
    port,
    sever,
    restore: () => listen(port),
    close: async () => {
      if (server.listening) await sever();
    },
  };
}
