import { spawn } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import net from 'node:net';
import { resolve } from 'node:path';
import { toError } from '#server/lib/to-error.ts';
import { sidecarFiles, LEASE_MESSAGES, readNote } from './sidecar-lease.ts';

/** A sidecar has this long to open its data and serve; a recovery after a power cut is part of it. */
const START_TIMEOUT_MS = 60_000;
const POLL_MS = 25;
const LOG_LIMIT_BYTES = 1_000_000;
const KILLED = 'killed';

export interface SidecarOptions {
  /** Names its files in the data folder: `DATA_DIR/<name>.uri` holds its address while it runs. */
  name: string;
  dataDir: string;
  /** The program and its arguments; name and data folder are added (see `runCompanion`). */
  command: string;
  args: readonly string[];
  /** Told when the sidecar was killed and runs again at the same address. */
  onRestart?: () => void;
  /** Told when it was killed and could not be brought back: this process cannot go on. */
  onLost?: (error: Error) => void;
}

/** A lease on a sidecar process. */
export interface Sidecar {
  address: string;
  /** Gives the lease back; resolves when the sidecar has noted it, or has ended where this was the last lease. */
  release(): Promise<void>;
}

/**
 * Takes a lease on the sidecar process of a data folder, and starts it where it does not run. All processes of a
 * data folder share one; it lives as long as somebody holds a lease, survives the death of any of them, and is started
 * again, at its old address, when it is killed itself. Throws when it does not start, with what it wrote at the end.
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
        throw new Error(`${options.name} had to move from ${address} to ${lease.address}`);
      watch();
      if (released) await farewell(lease.socket);
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
      return farewell(lease.socket);
    },
  };
}

interface Lease {
  address: string;
  socket: net.Socket;
}

type Files = ReturnType<typeof sidecarFiles>;

/** Joins the running sidecar or starts one, until there is a lease or the time is up. */
async function acquire(options: SidecarOptions, files: Files): Promise<Lease> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  let child: Promise<number | typeof KILLED> | undefined;
  while (performance.now() < deadline) {
    const lease = await takeLease(files.note);
    if (lease !== undefined) return lease;
    child ??= launch(options, files);
    const exitCode = await Promise.race([child, new Promise<undefined>((wake) => setTimeout(wake, POLL_MS))]);
    if (exitCode === undefined) continue;
    // It left the work to another that serves already, or somebody killed it: look and try again.
    if (exitCode === 0 || exitCode === KILLED) child = undefined;
    else throw new Error(`${options.name} did not start: ${await lastLine(files.log)}`);
  }
  throw new Error(`${options.name} did not answer within a minute; see ${files.log}`);
}

/** Starts a process of its own session: neither Ctrl-C at the terminal nor the end of this process reaches it. */
function launch(options: SidecarOptions, files: Files): Promise<number | typeof KILLED> {
  const log = openSync(files.log, 'a', 0o600);
  if (fstatSync(log).size > LOG_LIMIT_BYTES) ftruncateSync(log);
  const child = spawn(options.command, [...options.args, options.name, options.dataDir], {
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  return new Promise((done, fail) => {
    child.once('error', fail).once('exit', (code) => {
      done(code ?? KILLED);
    });
  });
}

/** Asks the sidecar that the note names for a lease; undefined where none answers. */
async function takeLease(noteFile: string): Promise<Lease | undefined> {
  const serving = (await readNote(noteFile))?.serving;
  if (serving === undefined) return undefined;
  return new Promise((done) => {
    const socket = net.connect(serving.leasePort, '127.0.0.1');
    const refused = (): void => {
      socket.destroy();
      done(undefined);
    };
    socket.setEncoding('utf8').setTimeout(1_000, refused);
    socket.once('error', refused).once('close', refused);
    socket.once('connect', () => socket.write(`${LEASE_MESSAGES.take} ${serving.token}`));
    socket.once('data', (answer: unknown) => {
      if (answer !== LEASE_MESSAGES.granted) {
        refused();
        return;
      }
      socket.removeAllListeners().setTimeout(0);
      socket.on('error', () => socket.destroy()).resume();
      // The lease alone keeps no process alive.
      socket.unref();
      done({ address: serving.address, socket });
    });
  });
}

function farewell(socket: net.Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((done) => {
    socket.ref();
    socket.once('close', () => {
      done();
    });
    socket.write(LEASE_MESSAGES.bye);
  });
}

/** `runCompanion` ends its log with the reason. */
async function lastLine(log: string): Promise<string> {
  return (await readFile(log, 'utf8')).trim().split('\n').at(-1) ?? '';
}
