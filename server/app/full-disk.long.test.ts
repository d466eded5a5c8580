import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test, type TestContext } from 'vitest';
import { createHarkClient } from '#server/app/seed/hark-client.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { isReady, runToEnd, systemVariables } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';

const TIMEOUT_MS = 300_000;
const PASSWORD = 'correct horse';
const run = promisify(execFile);

let built: BuiltHark;
let disk: string;
let dataDir: string;
let isMounted = false;
beforeAll(async () => {
  built = await buildHark();
}, TIMEOUT_MS);
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'hark-disk-'));
  dataDir = join(disk, 'data');
});
afterEach(async () => {
  if (isMounted) await run('umount', ['-l', disk]);
  isMounted = false;
  await rm(disk, { recursive: true, force: true });
});

async function mount({ skip }: TestContext, size: string): Promise<void> {
  const refused = await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk]).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  if (refused !== undefined) skip(`no disk of its own: ${refused}`);
  isMounted = true;
}

const settings = (port: number) => ({
  ...systemVariables(),
  DATA_DIR: dataDir,
  PORT: String(port),
  LOG_LEVEL: 'warn',
});

test('a start on a disk that is too small says so in one line', { timeout: TIMEOUT_MS }, async (context) => {
  await mount(context, '40m');
  expect(await runToEnd(built.server, [], settings(await freePort()))).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^DATA_DIR: the disk of .* has [\d.]+ MB free; the embedded database needs 500 MB\.\n$/,
    ) as string,
  });
});

/** Starts Hark; returns where it is and how it ends. */
async function start() {
  const port = await freePort();
  const log = openSync(join(tmpdir(), `hark-full-disk-${String(process.pid)}.log`), 'a');
  const child = spawn(process.execPath, [built.server], { env: settings(port), stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = once(child, 'exit');
  const baseUrl = `http://127.0.0.1:${String(port)}`;
  await until('Hark', TIMEOUT_MS, () => isReady(baseUrl));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { baseUrl, stop };
}

/** Writes until nothing is free. */
async function fill(): Promise<string> {
  const path = join(disk, 'other');
  const file = await open(path, 'w');
  const chunk = Buffer.alloc(1024 * 1024);
  try {
    for (;;) await file.write(chunk);
  } catch {
    return path;
  } finally {
    await file.close();
  }
}

test(
  'a disk that fills is named, and what was acknowledged is there once it has space',
  { timeout: TIMEOUT_MS },
  async (context) => {
    await mount(context, '700m');
    const hark = await start();
    const stored: string[] = [];
    const register = async (baseUrl: string, email: string) => {
      const user = { email, password: PASSWORD, display_name: 'Ana' };
      const response = await createHarkClient(baseUrl)
        .post('/register/', user)
        .catch(() => undefined);
      if (response?.status === 201) stored.push(email);
    };
    await register(hark.baseUrl, 'first@example.com');
    const other = await fill();
    for (let at = 0; at < 5; at += 1) await register(hark.baseUrl, `while-full-${String(at)}@example.com`);
    const response = await fetch(`${hark.baseUrl}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ down: expect.arrayContaining(['disk']) as string[] });
    const logFile = join(tmpdir(), `hark-full-disk-${String(process.pid)}.log`);
    await until('the line in the log', TIMEOUT_MS, async () =>
      (await readFile(logFile, 'utf8')).includes('the disk of the data folder is full'),
    );
    await hark.stop();
    await rm(other);
    const again = await start();
    expect(stored).toContain('first@example.com');
    for (const email of stored) {
      const { status } = await createHarkClient(again.baseUrl).post('/login/', { email, password: PASSWORD });
      expect([email, status]).toEqual([email, 200]);
    }
    await again.stop();
    await rm(logFile);
  },
);
