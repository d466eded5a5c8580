import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BegunRun, DropHandlers } from '#server/drops/api.ts';
import { systemClock } from '#server/lib/clock.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
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
    await worker.stop();
    workers = [];
    await aborted.promise;
    expect(await runsLeft()).toMatchObject([{ lockedAt: null, nextRunAt: expect.any(Date) as Date }]);
  });

  it('that ends after it was unlocked for the others is left to them', { timeout: 40_000 }, async () => {
    const { worker, run } = await begun();
    const finish = deferred();
    run?.execute(async ({ heartbeat }) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await heartbeat();
      await finish.promise;
      // As a run that was stopped: the job that is unlocked is its continuation.
      await worker.queue.continueRun('c1');
    });
    await worker.stop();
    workers = [];
    finish.resolve();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await runsLeft()).toMatchObject([{ lockedAt: null, nextRunAt: expect.any(Date) as Date }]);
  });

  it('while its worker stops is waited for as well', async () => {
    const stopping = deferred();
    const ended: string[] = [];
    const starting = deferred();
    const worker = await startWorker([], async (_id, beginRun) => {
      const run = await beginRun?.();
      starting.resolve();
      await stopping.promise;
      run?.execute(async () => {
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        ended.push('run');
      });
    });
    await worker.queue.startAt('c1', new Date());
    await starting.promise;
    const stopped = worker.stop();
    workers = [];
    await new Promise((resolve) => setTimeout(resolve, 200));
    stopping.resolve();
    await stopped;
    expect(ended).toEqual(['run']);
    expect(await runsLeft()).toEqual([]);
  });
});
