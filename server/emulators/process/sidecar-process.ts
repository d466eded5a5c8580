import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { claim } from './sidecar-claim.ts';
import { sidecarFiles, LEASE_MESSAGES, readHandshake, writeAtomically } from './sidecar-handshake.ts';

/** Grace period after the last lease ended without a release, so that a restarted process can reconnect. */
const RECONNECT_GRACE_MS = 2_000;
/** Time limit for the first lease. */
const FIRST_LEASE_TIMEOUT_MS = 15_000;
/** Below the ephemeral port range, so that no outgoing connection takes the port between two starts. */
const FIRST_PORT = 20_000;
const LAST_PORT = 31_999;
const ATTEMPTS = 50;

/** `listen` binds a server to 127.0.0.1, on the port of the previous run if it is free, and returns the port. */
export interface SidecarContext {
  dataDir: string;
  listen: (server: net.Server) => Promise<number>;
}

/** A running service. */
export interface SidecarService {
  address: string;
  stop(): Promise<void>;
}

export type StartService = (context: SidecarContext) => Promise<SidecarService>;

/**
 * Runs a sidecar process: claims the data folder, starts the service, publishes its address and exits with the last
 * lease. `attachSidecar` appends name and data folder to the arguments. Stop signals take effect only without leases.
 */
export async function runSidecar(start: StartService): Promise<void> {
  const [name = '', dataDir = ''] = process.argv.slice(-2);
  try {
    await serve(name, dataDir, start);
  } catch (error) {
    console.error(error);
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

async function serve(name: string, dataDir: string, start: StartService): Promise<void> {
  const files = sidecarFiles(dataDir, name);
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  const ownClaim = await claim(
    files.folder,
    name,
    async (pid) => (await readHandshake(files.handshake))?.serving?.pid === pid,
  );
  if (ownClaim === undefined) return;

  const previousPort = (await readHandshake(files.handshake))?.port;
  let port: number | undefined;
  const service = await start({
    dataDir,
    listen: async (server) => (port = await listenOnPreferredPort(server, previousPort)),
  });
  const token = randomUUID();
  const leases = await serveLeases(token, async () => {
    await rm(files.uri, { force: true });
    await writeAtomically(files.handshake, JSON.stringify({ port }));
    await service.stop();
    await ownClaim.release();
    process.exit(0);
  });
  const serving = { pid: process.pid, leasePort: leases.port, token, address: service.address };
  await writeAtomically(files.uri, `${service.address}\n`);
  await writeAtomically(files.handshake, JSON.stringify({ port, serving }));
}

/** Counts leases by their connections and calls `onLastRelease` once the last one is gone. */
async function serveLeases(token: string, onLastRelease: () => Promise<void>): Promise<{ port: number }> {
  const holders = new Set<net.Socket>();
  let timer: NodeJS.Timeout | undefined;
  let ending = false;
  const scheduleEnd = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (ending || holders.size > 0) return;
      ending = true;
      server.close();
      void onLastRelease();
    }, delay);
  };
  const server = net.createServer((socket) => {
    let released = false;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      if (text === `${LEASE_MESSAGES.acquire} ${token}` && !ending) {
        holders.add(socket);
        socket.write(LEASE_MESSAGES.granted);
      } else if (text === LEASE_MESSAGES.release) {
        released = true;
        holders.delete(socket);
        // The connection of the last holder closes when the process exits; the others close now.
        if (holders.size > 0) socket.end();
        else scheduleEnd(0);
      } else socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (holders.delete(socket) && !released) scheduleEnd(RECONNECT_GRACE_MS);
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => scheduleEnd(0));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  scheduleEnd(FIRST_LEASE_TIMEOUT_MS);
  return { port: (server.address() as net.AddressInfo).port };
}

/**
 * Listens on 127.0.0.1 and returns the port: `preferred` if it is free, so that clients of a restarted service can
 * reconnect, otherwise a random one. Throws if no free port is found.
 */
export async function listenOnPreferredPort(server: net.Server, preferred?: number): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = attempt === 0 && preferred !== undefined ? preferred : randomPort();
    if (await tryListen(server, port)) return (server.address() as net.AddressInfo).port;
  }
  throw new Error(`No free port on 127.0.0.1 between ${String(FIRST_PORT)} and ${String(LAST_PORT)}`);
}

function randomPort(): number {
  return FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
}

/** Tries one port; returns false if it is in use or not permitted. */
function tryListen(server: net.Server, port: number): Promise<boolean> {
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
