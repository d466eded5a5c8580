import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';

/** A proxy on loopback whose target can become unreachable, or silent. */
export interface SeverableProxy {
  /** The address of the database behind it. */
  uri: string;
  /** Accepts connections and bytes from now on, and forwards nothing. */
  hang(): void;
  /** Forwards what has arrived meanwhile, and goes on. */
  goOn(): void;
  /** Ends all connections and refuses new ones. */
  sever(): Promise<void>;
  /** Accepts connections again, on the same port. */
  restore(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a proxy to an embedded database, which listens on a Unix socket. What goes through it takes `delayMs` in each
 * direction.
 */
export async function startDatabaseProxy(databaseUri: string, delayMs = 0): Promise<SeverableProxy> {
  const path = decodeURIComponent(new URL(databaseUri).hostname);
  /** Each socket with the one that it is forwarded to. */
  const open = new Map<Socket, Socket>();
  let hangs = false;
  const server = createServer((client) => {
    const target = connect(path);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.set(from, to);
      from.on('error', () => to.destroy());
      from.once('close', () => {
        open.delete(from);
        to.destroy();
      });
      if (delayMs > 0) from.on('data', (bytes) => void setTimeout(() => to.write(bytes), delayMs));
      else if (!hangs) from.pipe(to);
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
    for (const socket of open.keys()) socket.destroy();
    await closed;
  };
  return {
    uri: `mongodb://127.0.0.1:${String(port)}/?directConnection=true`,
    hang() {
      hangs = true;
      for (const [from, to] of open) from.unpipe(to).pause();
    },
    goOn() {
      hangs = false;
      for (const [from, to] of open) from.pipe(to);
    },
    sever,
    restore: () => listen(port),
    close: async () => {
      if (server.listening) await sever();
    },
  };
}
