import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { BUILD_INFO } from '#server/platform/lib/build-info.ts';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { until } from '#server/testing/crash/until.ts';
import { freePort } from '#server/testing/fakes/free-port.ts';

const START_MS = 60_000;

test('a worker is healthy once it runs jobs, and not after SIGTERM; its metrics are on loopback', async () => {
  await buildHark();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-worker-'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const { PATH, HOME, XDG_CACHE_HOME } = process.env;
  const env = {
    PATH,
    HOME,
    XDG_CACHE_HOME,
    HARK_ROLE: 'worker',
    HOST: '0.0.0.0',
    HEALTH_PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATA_DIR: dataDir,
  };
  const entry = join(import.meta.dirname, 'entry.mjs');
  const worker = spawn(process.execPath, [entry], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const logged: string[] = [];
  createInterface(worker.stderr).on('line', (line) => logged.push(line));
  const isHealthy = () =>
    new Promise<boolean>((resolve) => {
      execFile(process.execPath, [join(import.meta.dirname, 'healthcheck.mjs')], { env }, (error) => {
        resolve(error === null);
      });
    });
  try {
    await until('the worker to be healthy', START_MS, isHealthy);
    const started = logged.find((line) => line.includes('Hark starts')) ?? '{}';
    expect(JSON.parse(started)).toMatchObject({ ...BUILD_INFO, role: 'worker' });
    expect((await fetch(`http://127.0.0.1:${String(port)}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${String(port)}/login`)).status).toBe(404);
    // HOST lets other machines in, METRICS_HOST does not: 127.0.0.2 stands for another address of this machine.
    expect((await fetch(`http://127.0.0.2:${String(port)}/healthz`)).status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${String(metricsPort)}/metrics`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.2:${String(metricsPort)}/metrics`)).rejects.toThrow('fetch failed');
    worker.kill('SIGTERM');
    const [code] = (await once(worker, 'exit')) as [unknown];
    expect(code).toBe(0);
    expect(await isHealthy()).toBe(false);
  } finally {
    worker.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
