import type { AddressInfo, Server } from 'node:net';

/** Below the range from which systems pick the ports of outgoing connections, so that a kept port stays free. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const ATTEMPTS = 50;

/**
 * Listens on 127.0.0.1, on `kept` where that is free, so that clients of a service that was killed find it again;
 * else on any other free port. Answers the port.
 */
export async function listenOnKeptPort(server: Server, kept?: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = attempt === 0 && kept !== undefined ? kept : anyPort();
    if (await listens(server, port)) return (server.address() as AddressInfo).port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${String(FIRST_PORT)} and ${String(LAST_PORT)}`);
}

function anyPort(): number {
  return FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
}

/** Tries one port; false where somebody else has it. */
function listens(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', ready);
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
      else reject(error);
    };
    const ready = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed).once('listening', ready).listen(port, '127.0.0.1');
  });
}
