import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { utcDay } from '#shared/drop-schedule.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time-units.ts';
import { connectDatabase } from '#server/app/database/database.ts';
import { SHARED_JOBS } from '#server/platform/work/agenda.ts';
import { createJobs } from '#server/platform/work/jobs.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createLogger } from '#server/platform/lib/log.ts';
import { buildHark, type BuiltHark } from '#server/testing/crash/built-hark.ts';
import { startHarkProcesses, type HarkProcesses } from '#server/testing/crash/hark-processes.ts';
import { until } from '#server/testing/crash/until.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { DEMO_CAMPAIGNS } from './demo-data.ts';

const SCAN_MS = 30_000;
/** Leaves the seed time between two scans. */
const PAUSE_MS = 100;

let built: BuiltHark;
let connection: Connection;
let dataDir: string;
let hark: HarkProcesses;

beforeAll(async () => {
  [built, dataDir] = await Promise.all([buildHark(), mkdtemp(join(tmpdir(), 'hark-seed-'))]);
  hark = await startHarkProcesses(built, dataDir, { workers: 1 });
  connection = await connectDatabase((await readFile(join(dataDir, 'mongodb.uri'), 'utf8')).trim());
  await until('the worker', MINUTE_MS, () => scannedAfter(new Date(0)));
}, 120_000);
afterAll(async () => {
  await connection.close();
  await hark.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

/** Runs `npm run seed` as a separate process on the same data; returns its exit code and output. */
async function runSeed(): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'development' };
  const child = spawn(process.execPath, [built.seed], { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [unknown];
  return { code, output };
}

async function scannedAfter(time: Date): Promise<boolean> {
  const scan = await connection.collection(SHARED_JOBS.jobs).findOne({ 'data.duty': 'scan' });
  return scan !== null && (scan['lastFinishedAt'] as Date) > time;
}

/** Triggers scans and reclaims expired preparations until `work` ends; returns its result and the reclaimed names. */
async function whileScanning<T>(work: Promise<T>): Promise<{ result: T; reclaimed: string[] }> {
  const jobs = createJobs({ connection, log: createLogger('silent'), clock: systemClock });
  const { preparations } = composeTestFeatures(connection).stores;
  const reclaimed: string[] = [];
  let ended = false;
  const result = work.finally(() => (ended = true));
  while (!ended) {
    const before = new Date();
    jobs.trigger('scan');
    const expired = await preparations.claimExpired(new Date(), new Date());
    reclaimed.push(...expired.map(({ name }) => name));
    await until('a scan', SCAN_MS, () => scannedAfter(before));
    await sleep(PAUSE_MS);
  }
  return { result: await result, reclaimed };
}

test(
  'a seed beside a scanning worker delivers every demo campaign on its own day',
  { timeout: 300_000 },
  async () => {
    const { result, reclaimed } = await whileScanning(runSeed());
    expect(result).toMatchObject({ code: 0, output: expect.stringContaining('Demo account: ') as string });
    expect(reclaimed).toEqual([]);
    const daysBefore = (days: number) => utcDay(new Date(Date.now() - days * DAY_MS));
    for (const { name, contacts, failing, daysAgo } of DEMO_CAMPAIGNS) {
      const found = await connection.collection('campaigns').findOne({ name });
      const finished = { status: 'Success', delivered: contacts - failing, failed: failing };
      expect(found).toMatchObject({
        name,
        total: contacts,
        ...(daysAgo > 0 ? finished : { status: 'Scheduled' }),
      });
      if (daysAgo <= 0) continue;
      const times = await connection.collection('contacts').distinct('at', { campaignId: found?._id });
      const days = (times as Date[]).map(utcDay);
      expect(new Set(days)).toEqual(new Set([daysBefore(daysAgo)]));
    }
    expect(await hark.credits('audit')).toMatchObject({ code: 0 });
  },
);
