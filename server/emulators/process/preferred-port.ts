import type { AddressInfo, Server } from 'node:net';

/** Below the ephemeral port range, so that no outgoing connection takes the port between two starts. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const ATTEMPTS = 50;

/**
 * Listens on 127.0.0.1 and returns the port: `preferred` if it is free, so that clients of a restarted service can
 * reconnect, otherwise a random one. Throws if no free port is found.
 */
export async function listenOnPreferredPort(server: Server, preferred?: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : randomPort();
    if (await tryListen(server, port)) return (server.address() as AddressInfo).port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${String(FIRST_PORT)} and ${String(LAST_PORT)}`);
}

function randomPort(): number {
  return FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
}

/** Tries one port; returns false if it is in use or not permitted. */
function tryListen(server: Server, port: number): Promise<boolean> {
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
