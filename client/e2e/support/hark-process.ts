import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#server/testing/fakes/free-port.ts';

const START_MS = 120_000;
const STOP_MS = 10_000;

/** A built Hark in its own process, with its sidecars and only the demo account's data. */
export interface HarkProcess {
  /** Origin of the server. */
  url: string;
  /** `DATA_DIR`, for the support commands. */
  dataDir: string;
  pid: number;
  stop(): Promise<void>;
}

/** Seeds the demo account in a new data folder, without leaving a process; the caller deletes the folder. */
export async function seedDataFolder(): Promise<string> {
  const dataDir = await newDataFolder();
  const { end } = await start(dataDir, { HARK_SEED_DEMO: '1' });
  await end();
  return dataDir;
}

/** Starts the build in `dist` on a copy of a seeded data folder, with further settings of its environment. */
export async function startHarkProcess(
  seeded: string,
  environment: Record<string, string> = {},
): Promise<HarkProcess> {
  const dataDir = await newDataFolder();
  await cp(seeded, dataDir, { recursive: true });
  const { end, ...hark } = await start(dataDir, environment);
  const stop = async (): Promise<void> => {
    await end();
    // The database's process may still be ending when the server had to be killed.
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
  return { ...hark, dataDir, stop };
}

const newDataFolder = () => mkdtemp(join(tmpdir(), 'hark-e2e-'));

/** Starts the build on a data folder; resolves when it listens, which is after the seed if it is asked for. */
async function start(dataDir: string, environment: Record<string, string> = {}) {
  const port = await freePort();
  const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...environment };
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
  };
  const listening = new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('Hark is listening')) resolve();
    });
    ended.then(([code]) => {
      reject(new Error(`The server ended with ${String(code)} before it was ready`));
    }, reject);
    setTimeout(() => {
      reject(new Error('The server was not ready in time'));
    }, START_MS).unref();
  });
  try {
    await listening;
  } catch (error) {
    await end();
    throw error;
  }
  return { url: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, end };
}
