import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../fakes/free-port.ts';
import { containerImage, inContainer, UNAVAILABLE } from './container.mjs';

/** A machine under load takes about 20 s. */
const START_MS = 90_000;
const ACCESS_KEY = 'hark';
const SECRET_KEY = 'hark-objects';

/** A real S3 server without buckets, whose objects are in memory. */
export interface S3Server {
  endpoint: string;
  accessKeyId: string;
  secretAccessKey: string;
}

let shared: Promise<S3Server | undefined> | undefined;

/**
 * Returns Ceph's S3 gateway in a container; where there can be none, undefined, after a line that says why. The tests of
 * a worker share one; it ends with the worker.
 */
export function s3Server(): Promise<S3Server | undefined> {
  return (shared ??= findServer());
}

async function findServer(): Promise<S3Server | undefined> {
  if (process.env[UNAVAILABLE] !== undefined) return undefined;
  try {
    const image = containerImage();
    if ('unavailable' in image) throw new Error(image.unavailable);
    if (!existsSync(image.folder)) throw new Error('"npm test -- integration-long" prepares it');
    return await start(image.folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.warn(`The tests with a real S3 server are skipped: ${reason}`);
    return undefined;
  }
}

async function start(folder: string): Promise<S3Server> {
  const [port, monitorPort] = [await freePort(), await freePort()];
  const script = await readFile(new URL('ceph.sh', import.meta.url), 'utf8');
  const settings = { PORT: String(port), MONITOR_PORT: String(monitorPort), ACCESS_KEY, SECRET_KEY };
  const [command = '', ...args] = inContainer(folder, settings, script);
  // The script ends when its input does, even if this process is killed.
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let lastLine = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastLine = text.trim().split('\n').at(-1) ?? lastLine;
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the container ended with ${String(code)}: ${lastLine}`);
  });
  const endpoint = `http://127.0.0.1:${String(port)}`;
  try {
    await Promise.race([ended, untilReady(endpoint)]);
  } catch (error) {
    child.stdin.end();
    throw error;
  }
  ended.catch(() => undefined);
  child.unref();
  for (const pipe of [child.stdin, child.stderr]) if ('unref' in pipe) (pipe as { unref(): void }).unref();
  return { endpoint, accessKeyId: ACCESS_KEY, secretAccessKey: SECRET_KEY };
}

async function untilReady(endpoint: string): Promise<void> {
  const deadline = performance.now() + START_MS;
  while (performance.now() < deadline) {
    const response = await fetch(endpoint).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.ok === true) return;
    await sleep(100);
  }
  throw new Error(`no response within ${String(START_MS / 1000)} s`);
}
