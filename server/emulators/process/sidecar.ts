import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import net from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MINUTE_MS } from '#shared/time-units.ts';
import { toError } from '#server/platform/lib/errors.ts';
import { sidecarFiles, LEASE_MESSAGES, readHandshake } from './sidecar-handshake.ts';

/** Time limit for a start, including a recovery after a crash. */
const START_TIMEOUT_MS = MINUTE_MS;
const POLL_MS = 25;
const LOG_LIMIT_BYTES = 1_000_000;

type Exit = { kind: 'exited'; code: number } | { kind: 'killed' };

export interface SidecarOptions {
  /** Name of its files in the data folder; `DATA_DIR/<name>.uri` contains its address while it runs. */
  name: string;
  dataDir: string;
  /** The entry file: its path below `server/`, without extension. */
  entry: string;
  /** Further arguments of the entry file, followed by name and data folder (see `runSidecar`). */
  args?: readonly string[];
  /** The command that runs Node, by default the Node of this process. */
  node?: readonly [command: string, ...args: string[]];
  /** Called after a killed sidecar was restarted at the same address. */
  onRestart?: () => void;
  /** Called if a killed sidecar could not be restarted; this process cannot continue. */
  onLost?: (error: Error) => void;
}

/** A lease on a sidecar process. */
export interface Sidecar {
  address: string;
  /** Releases the lease. Resolves once the sidecar has acknowledged it, or has exited if it was the last one. */
  release(): Promise<void>;
}

/**
 * Acquires a lease on the sidecar of a data folder, starting it if necessary. All processes of a data folder share it;
 * it runs while at least one lease is held, and is restarted at the same address if it is killed. Throws with the last
 * line of its log if it does not start.
 */
export async function attachSidecar(given: SidecarOptions): Promise<Sidecar> {
  const options = { ...given, dataDir: resolve(given.dataDir) };
  const files = sidecarFiles(options.dataDir, options.name);
  await mkdir(files.folder, { recursive: true, mode: 0o700 });
  let released = false;
  let lease = await acquire(options, files);
  const { address } = lease;

  const watch = (): void => {
    lease.socket.once('close', () => {
      if (!released) void restore();
    });
  };
  const restore = async (): Promise<void> => {
    try {
      lease = await acquire(options, files);
      if (lease.address !== address)
        throw new Error(`${options.name} moved from ${address} to ${lease.address}`);
      watch();
      if (released) await releaseLease(lease.socket);
      else options.onRestart?.();
    } catch (error) {
      options.onLost?.(toError(error));
    }
  };
  watch();
  return {
    address,
    release: () => {
      released = true;
      return releaseLease(lease.socket);
    },
  };
}

interface Lease {
  address: string;
  socket: net.Socket;
}

type Files = ReturnType<typeof sidecarFiles>;

/** Attaches to the running sidecar or starts one. Throws if it fails to start or the time limit is reached. */
async function acquire(options: SidecarOptions, files: Files): Promise<Lease> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let child: Promise<Exit> | undefined;
  while (performance.now() < deadline) {
    const lease = await requestLease(files.handshake);
    if (lease !== undefined) return lease;
    child ??= launch(options, files);
    const exit = await Promise.race([child, new Promise<undefined>((wake) => setTimeout(wake, POLL_MS))]);
    if (exit === undefined) continue;
    // Another process owns the service, or this one was killed: check again.
    if (exit.kind === 'killed' || exit.code === 0) child = undefined;
    else throw new Error(`${options.name} did not start: ${await lastLine(files.log)}`);
  }
  throw new Error(`${options.name} did not respond within a minute; see ${files.log}`);
}

/** Spawns a detached process: Ctrl-C in the terminal and the exit of this process do not affect it. */
function launch(options: SidecarOptions, files: Files): Promise<Exit> {
  const log = openSync(files.log, 'a', 0o600);
  if (fstatSync(log).size > LOG_LIMIT_BYTES) ftruncateSync(log);
  const [command, ...nodeArgs] = options.node ?? [process.execPath];
  const args = [...childScript(options.entry), ...(options.args ?? []), options.name, options.dataDir];
  const child = spawn(command, [...nodeArgs, ...args], { detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => {
      done(code === null ? { kind: 'killed' } : { kind: 'exited', code });
    });
  });
}

let bundles: string | undefined;

/**
 * Starts entry files from the bundles in `folder`, laid out as below `server/`. For tests: a start from a bundle takes a
 * third of the time of a start from the sources.
 */
export function startFromBundles(folder: string): void {
  bundles = folder;
}

/**
 * Returns the Node arguments that run an entry file, given its path below `server/` without extension:
 * the TypeScript source through tsx, or the bundled file of a build.
 */
export function childScript(entry: string): string[] {
  const bundle = bundles === undefined ? undefined : join(bundles, `${entry}.js`);
  if (bundle !== undefined && existsSync(bundle)) return ['--enable-source-maps', bundle];
  const here = fileURLToPath(import.meta.url);
  const root = projectRoot(dirname(here));
  if (!here.endsWith('.ts')) return ['--enable-source-maps', join(root, 'dist/server', `${entry}.js`)];
  const tsx = pathToFileURL(createRequire(here).resolve('tsx')).href;
  return ['--import', tsx, join(root, 'server', `${entry}.ts`)];
}

function projectRoot(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('No package.json found in any parent folder');
  return projectRoot(parent);
}

/** Requests a lease from the sidecar of the handshake file; returns undefined if there is none or it refuses. */
async function requestLease(handshakeFile: string): Promise<Lease | undefined> {
  const serving = (await readHandshake(handshakeFile))?.serving;
  if (serving === undefined) return undefined;
  return new Promise((done) => {
    const socket = net.connect(serving.leasePort, '127.0.0.1');
    const refused = (): void => {
      socket.destroy();
      done(undefined);
    };
    socket.setEncoding('utf8').setTimeout(1_000, refused);
    socket.once('error', refused).once('close', refused);
    socket.once('connect', () => socket.write(`${LEASE_MESSAGES.acquire} ${serving.token}`));
    socket.once('data', (message: unknown) => {
      if (message !== LEASE_MESSAGES.granted) {
        refused();
        return;
      }
      socket.removeAllListeners().setTimeout(0);
      socket.on('error', () => socket.destroy()).resume();
      // The lease does not keep the event loop running.
      socket.unref();
      done({ address: serving.address, socket });
    });
  });
}

function releaseLease(socket: net.Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((done) => {
    socket.ref();
    socket.once('close', () => {
      done();
    });
    socket.write(LEASE_MESSAGES.release);
  });
}

/** The last line of the log is the reason of a failed start (see `runSidecar`). */
async function lastLine(log: string): Promise<string> {
  return (await readFile(log, 'utf8')).trim().split('\n').at(-1) ?? '';
}
