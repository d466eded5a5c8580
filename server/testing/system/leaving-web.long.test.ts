import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildHark } from '#server/testing/crash/built-hark.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';

const TIMEOUT_MS = 120_000;

let dataDir: string;
let hark: HarkProcesses;
beforeAll(async () => {
  const built = await buildHark();
  dataDir = await mkdtemp(join(tmpdir(), 'hark-leaving-'));
  hark = await startHarkProcesses(built, dataDir, { workers: 1, settings: { DRAIN_SECONDS: '4' } });
}, TIMEOUT_MS);
afterAll(async () => {
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

test(
  'a web process that is told to stop is not ready, and still serves what a proxy sends it',
  async () => {
    const restarted = hark.restartWeb();
    await until('the process not to be ready', TIMEOUT_MS, async () => {
      const response = await fetch(`${hark.baseUrl}/readyz`).catch(() => undefined);
      return response?.status === 503;
    });
    const served = await fetch(`${hark.baseUrl}/api/campaigns/`);
    expect([served.status, served.headers.get('connection')]).toEqual([401, 'close']);
    expect(await restarted).toBe(0);
  },
  TIMEOUT_MS,
);
