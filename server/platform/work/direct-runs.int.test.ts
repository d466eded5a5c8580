import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { BegunRun, DropHandlers } from '#server/features/drops/api.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { LOCK_MS } from './agenda.ts';
import { DirectRuns } from './direct-runs.ts';
import { JobStore } from './job-store.ts';
import { createJobs, type Jobs, type JobsOptions } from './jobs.ts';

const log = pino({ level: 'silent' });
const POLLING = { timeout: 28_000, interval: 20 };

let database: TestDatabase;
let connections: Connection[];
let workers: Jobs[];

beforeEach(async () => {
  database = await testDatabase();
  connections = [];
  workers = [];
});

afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await Promise.all(connections.map((connection) => connection.close()));
  await database.stop();
});

/** Starts a worker whose starts call `onStart`; its runs of the queue are added to `queued`. */
async function startWorker(
  queued: string[],
  onStart: NonNullable<DropHandlers['startCampaign']>,
  options: Partial<JobsOptions> = {},
): Promise<Jobs> {
  const connection = await mongoose.createConnection(database.uri).asPromise();
  connections.push(connection);
  const jobs = createJobs({ connection, log, clock: systemClock, ...options });
  workers.push(jobs);
  const nothing = () => Promise.resolve();
  await jobs.start({
    startCampaign: onStart,
    runCampaign: (id) => Promise.resolve(void queued.push(id)),
    ...{ settleCampaign: nothing, notifyOwner: nothing, advanceVoice: nothing, buildList: nothing },
    ...{ scan: nothing, cleanUp: nothing },
  });
  return jobs;
}

/** Starts campaign c1 in a new worker; returns it and what the start was given. */
async function begun(queued: string[] = []): Promise<{ worker: Jobs; run: BegunRun | undefined }> {
  const given: (BegunRun | undefined)[] = [];
  const worker = await startWorker(queued, async (_id, beginRun) => void given.push(await beginRun?.()));
  await worker.queue.startAt('c1', new Date());
  await expect.poll(() => given.length, POLLING).toBe(1);
  return { worker, run: given[0] };
}

const runsLeft = () =>
  database.connection.collection('jobs').find({ name: 'run-campaign', 'data.campaignId': 'c1' }).toArray();

describe('a run that a start begins', () => {
  it('is active in the queue until it ends, and then gone', async () => {
    const queued: string[] = [];
    const { worker, run } = await begun(queued);
    const finish = deferred();
    run?.execute(async ({ heartbeat }) => {
      await heartbeat();
      await finish.promise;
    });
    await worker.queue.ensureRunning('c1');
    expect(await runsLeft()).toMatchObject([{ nextRunAt: null, lockedAt: expect.any(Date) as Date }]);
    finish.resolve();
    await expect.poll(runsLeft, POLLING).toEqual([]);
    expect(queued).toEqual([]);
  });

  it('is removed if it is cancelled', async () => {
    const { run } = await begun();
    expect(await runsLeft()).toHaveLength(1);
    await run?.cancel();
    expect(await runsLeft()).toEqual([]);
  });

  it('is none while another is queued', async () => {
    const given: unknown[] = [];
    const worker = await startWorker([], async (_id, beginRun) => void given.push(await beginRun?.()));
    await worker.queue.continueRun('c1', new Date(Date.now() + 3_600_000));
    await worker.queue.startAt('c1', new Date());
    await expect.poll(() => given, POLLING).toEqual([undefined]);
    expect(await runsLeft()).toHaveLength(1);
  });

  it('is none on a machine whose clock has become wrong since its start was taken', async () => {
    let isAccurate = true;
    const clockCheck = { isAccurate: () => isAccurate, onChange: () => undefined };
    const given: unknown[] = [];
    const onStart: DropHandlers['startCampaign'] = async (_id, beginRun) => {
      isAccurate = false;
      given.push(await beginRun?.());
    };
    const worker = await startWorker([], onStart, { clockCheck });
    await worker.queue.startAt('c1', new Date());
    await expect.poll(() => given, POLLING).toEqual([undefined]);
    expect(await runsLeft()).toEqual([]);
  });

  it('is one although an ended run was left by a worker that died', async () => {
    await database.connection.collection('jobs').insertOne({
      ...{ name: 'run-campaign', data: { campaignId: 'c1' }, nextRunAt: null, lockedAt: null },
      lastRunAt: new Date(),
    });
    expect((await begun()).run).toBeDefined();
  });

  it('is none in a worker that is stopping', async () => {
    const [waiting, stopping] = [deferred(), deferred()];
    const given: unknown[] = [];
    const worker = await startWorker([], async (_id, beginRun) => {
      waiting.resolve();
      await stopping.promise;
      given.push(await beginRun?.());
    });
    await worker.queue.startAt('c1', new Date());
    await waiting.promise;
    const stopped = worker.stop();
    stopping.resolve();
    await stopped;
    expect(given).toEqual([undefined]);
    expect(await runsLeft()).toEqual([]);
  });

  it('is retried by the queue if it fails', async () => {
    const queued: string[] = [];
    const { run } = await begun(queued);
    run?.execute(() => Promise.reject(new Error('no')));
    await expect.poll(() => queued, POLLING).toEqual(['c1']);
    await expect.poll(runsLeft, POLLING).toEqual([]);
  });

  it('is executed by another worker once its lock has expired, and does not remove the job of that one', async () => {
    const queued: string[] = [];
    const { run } = await begun(queued);
    const finish = deferred();
    run?.execute(() => finish.promise);
    // As if this worker had been suspended and another one had taken the job.
    const taken = { lockedAt: new Date(), lastModifiedBy: 'other' };
    await database.connection.collection('jobs').updateOne({ name: 'run-campaign' }, { $set: taken });
    finish.resolve();
    await workers[0]?.stop();
    expect(await runsLeft()).toMatchObject([{ lastModifiedBy: 'other' }]);
    const expired = { lockedAt: new Date(Date.now() - 6_500) };
    await database.connection.collection('jobs').updateOne({ name: 'run-campaign' }, { $set: expired });
    await startWorker(queued, () => Promise.resolve());
    await expect.poll(() => queued, POLLING).toEqual(['c1']);
  });

  it('of a stopping worker is unlocked for the others if it does not end', { timeout: 40_000 }, async () => {
    const { worker, run } = await begun();
    const aborted = deferred();
    run?.execute(
      ({ signal }) =>
        new Promise(() => {
          signal.addEventListener('abort', aborted.resolve);
        }),
    );
    const from = performance.now();
    await worker.stop();
    workers = [];
    await aborted.promise;
    // Not at once: it waits for the run, as far as the time to stop allows.
    expect(performance.now() - from).toBeGreaterThan(5_000);
    expect(await runsLeft()).toMatchObject([{ lockedAt: null, nextRunAt: expect.any(Date) as Date }]);
  });
});

describe('the direct runs of a worker', () => {
  const runsOf = (worker: string) => new DirectRuns(new JobStore(database.connection, worker));

  it('are a limited number at a time, and each that ends or cannot begin leaves room for another', async () => {
    const runs = runsOf('w');
    const begin = (n: number) => runs.begin({ campaignId: `c${String(n)}` });
    const first = await begin(1);
    let open = 1;
    while (open < 100 && (await begin(open + 1)) !== undefined) open += 1;
    expect(open).toBeLessThan(100);
    await first?.end();
    // That of the second campaign is active already.
    for (let n = 1; n <= open; n += 1) expect(await begin(2)).toBeUndefined();
    expect(await begin(101)).toBeDefined();
    expect(await begin(102)).toBeUndefined();
  });

  it('keep their locks by touching them, and lose them to a worker that has taken the job', async () => {
    const run = await runsOf('w').begin({ campaignId: 'c1' });
    const jobs = database.connection.collection('jobs');
    const earlier = new Date(Date.now() - LOCK_MS);
    await jobs.updateOne({}, { $set: { lockedAt: earlier } });
    await run?.touch();
    const [touched] = await runsLeft();
    expect((touched?.['lockedAt'] as Date).getTime()).toBeGreaterThan(earlier.getTime());
    expect(run?.hasLostLock()).toBe(false);
    await jobs.updateOne({}, { $set: { lastModifiedBy: 'other' } });
    await run?.touch();
    expect(run?.hasLostLock()).toBe(true);
  });

  it('leave a job that their worker has unlocked for the others', async () => {
    const store = new JobStore(database.connection, 'w');
    const run = await new DirectRuns(store).begin({ campaignId: 'c1' });
    await store.release(new Date());
    await run?.end();
    expect(await runsLeft()).toMatchObject([{ lockedAt: null, nextRunAt: expect.any(Date) as Date }]);
  });

  it('lose a lock that has expired, and leave the job to whoever executes it again, also in the same worker', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const run = await runsOf('w').begin({ campaignId: 'c1' });
    vi.setSystemTime(Date.now() + LOCK_MS);
    expect(run?.hasLostLock()).toBe(true);
    await run?.end();
    expect(await runsLeft()).toHaveLength(1);
  });
});
