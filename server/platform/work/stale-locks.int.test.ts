import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { openQueue } from './open-queue.ts';
import { createStaleLockCleaner } from './stale-locks.ts';

const LOCK_MS = 500;
const PATIENT = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.stop());

it('a job that Agenda dropped from its queue is no longer counted as locked, a running one still is', async () => {
  const { agenda } = openQueue(database.connection, pino({ level: 'silent' }), 'w');
  const finish = deferred();
  const started: string[] = [];
  agenda.define<{ id: string }>(
    'long',
    // oxlint-disable-next-line typescript/no-misused-promises -- the second overload takes a promise
    async (job) => {
      started.push(job.attrs.data.id);
      const heartbeat = setInterval(() => void job.touch(), LOCK_MS / 5);
      await finish.promise;
      clearInterval(heartbeat);
    },
    { concurrency: 1, lockLimit: 2, lockLifetime: LOCK_MS },
  );
  await agenda.start();
  const lockedHere = async () => (await agenda.getRunningStats()).jobStatus?.['long']?.locked;
  await agenda.create('long', { id: 'runs' }).schedule(new Date()).save();
  await expect.poll(() => started, PATIENT).toEqual(['runs']);
  // Queued behind the running job until its lock expires.
  await agenda.create('long', { id: 'waits' }).schedule(new Date()).save();
  await expect.poll(lockedHere, PATIENT).toBe(2);
  const jobs = database.connection.collection('jobs');
  // Agenda must not lock it again yet.
  await jobs.updateOne({ 'data.id': 'waits' }, { $set: { disabled: true } });
  const { lockedAt } = (await jobs.findOne({ 'data.id': 'waits' })) as unknown as { lockedAt: Date };
  await expect.poll(() => Date.now() - lockedAt.getTime(), PATIENT).toBeGreaterThan(LOCK_MS + 50);
  finish.resolve();
  await expect.poll(lockedHere, PATIENT).toBe(1);

  const removeStaleLocks = createStaleLockCleaner(agenda);
  removeStaleLocks();
  expect(await lockedHere()).toBe(1);
  removeStaleLocks();
  expect(await lockedHere()).toBe(0);

  await jobs.updateOne({ 'data.id': 'waits' }, { $set: { disabled: false } });
  await expect.poll(() => started, PATIENT).toEqual(['runs', 'waits']);
  await agenda.stop(false);
});
