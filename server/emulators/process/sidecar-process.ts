import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import net from 'node:net';
import { claim } from './sidecar-claim.ts';
import { sidecarFiles, LEASE_MESSAGES, readNote, writeWhole } from './sidecar-lease.ts';
import { listenOnKeptPort } from './kept-port.ts';

/** How long a sidecar stays for a holder that vanished without a farewell and may be restarted. */
const LINGER_MS = 2_000;
/** How long it waits for its first holder. */
const FIRST_HOLDER_MS = 15_000;

/** What a sidecar is given: its data folder and a way to listen on 127.0.0.1, on the same port every time. */
export interface SidecarContext {
  dataDir: string;
  listen: (server: net.Server) => Promise<number>;
}

/** A running service: where it is reached, and its orderly end. */
export interface SidecarService {
  address: string;
  stop(): Promise<void>;
}

export type StartService = (context: SidecarContext) => Promise<SidecarService>;

/**
 * The whole life of a sidecar process: becomes the only one of its data folder, starts the service, announces it,
 * and ends with its last lease. Its command line ends with its name and data folder (`attachCompanion` adds them).
 * Signals to stop are obeyed when the last holder is done, so that a service manager that signals everybody at once
 * takes nothing away from those who still finish their work.
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
  const mine = await claim(
    files.folder,
    name,
    async (pid) => (await readNote(files.note))?.serving?.pid === pid,
  );
  if (mine === undefined) return;

  const kept = (await readNote(files.note))?.port;
  let port: number | undefined;
  const service = await start({
    dataDir,
    listen: async (server) => (port = await listenOnKeptPort(server, kept)),
  });
  const token = randomUUID();
  const leases = await serveLeases(token, async () => {
    await rm(files.uri, { force: true });
    await writeWhole(files.note, JSON.stringify({ port }));
    await service.stop();
    await mine.release();
    process.exit(0);
  });
  const serving = { pid: process.pid, leasePort: leases.port, token, address: service.address };
  await writeWhole(files.uri, `${service.address}\n`);
  await writeWhole(files.note, JSON.stringify({ port, serving }));
}

/** Counts holders by their connections, and calls `end` once when the last is gone. */
async function serveLeases(token: string, end: () => Promise<void>): Promise<{ port: number }> {
  const holders = new Set<net.Socket>();
  let timer: NodeJS.Timeout | undefined;
  let ending = false;
  const endSoon = (delay: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (ending || holders.size > 0) return;
      ending = true;
      server.close();
      void end();
    }, delay);
  };
  const server = net.createServer((socket) => {
    let farewell = false;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      if (text === `${LEASE_MESSAGES.take} ${token}` && !ending) {
        holders.add(socket);
        socket.write(LEASE_MESSAGES.granted);
      } else if (text === LEASE_MESSAGES.bye) {
        farewell = true;
        holders.delete(socket);
        // The last to go hears the end of the process itself, the others are dismissed now.
        if (holders.size > 0) socket.end();
        else endSoon(0);
      } else socket.destroy();
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (holders.delete(socket) && !farewell) endSoon(LINGER_MS);
    });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => endSoon(0));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  endSoon(FIRST_HOLDER_MS);
  return { port: (server.address() as net.AddressInfo).port };
}
