import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { until } from '#server/testing/crash/until.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';

const START_MS = 60_000;

test('a worker is healthy once it runs jobs, and not after SIGTERM', async () => {
  await buildHark();
  const [dataDir, port] = [await mkdtemp(join(tmpdir(), 'hark-worker-')), await freePort()];
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    HARK_ROLE: 'worker',
    HEALTH_PORT: String(port),
    DATA_DIR: dataDir,
  };
  const entry = join(import.meta.dirname, 'entry.mjs');
  const worker = spawn(process.execPath, [entry], { env, stdio: 'ignore' });
  const isHealthy = () =>
    new Promise<boolean>((resolve) => {
      execFile(process.execPath, [join(import.meta.dirname, 'healthcheck.mjs')], { env }, (error) => {
        resolve(error === null);
      });
    });
  try {
    await until('the worker to be healthy', START_MS, isHealthy);
    expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${String(port)}/login`)).status).toBe(404);
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [unknown];
    expect(code).toBe(0);
    expect(await isHealthy()).toBe(false);
  } finally {
    worker.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
