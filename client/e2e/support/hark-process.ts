import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
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

/** Starts the build in `dist` on an empty data folder; resolves when the demo account is seeded. */
export async function startHarkProcess(): Promise<HarkProcess> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-e2e-'));
  const settings = { PORT: String(port), DATA_DIR: dataDir, HARK_SEED_DEMO: '1', LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/server/main.js'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(timer);
    await rm(dataDir, { recursive: true, force: true });
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
    await stop();
    throw error;
  }
  return { url: `http://127.0.0.1:${String(port)}`, dataDir, pid: child.pid ?? 0, stop };
}
