import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createAgenda } from './agenda.ts';
import { createLockKeeper } from './forgotten-locks.ts';

const LOCK_MS = 500;
const PATIENT = { timeout: 20_000, interval: 20 };

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.stop());

it('a job that Agenda dropped from its queue gives its place back, one that runs keeps it', async () => {
  const agenda = createAgenda(database.connection, pino({ level: 'silent' }), 'w');
  const over = deferred();
  const begun: string[] = [];
  agenda.define<{ id: string }>(
    'long',
    async (job) => {
      begun.push(job.attrs.data.id);
      const life = setInterval(() => void job.touch(), LOCK_MS / 5);
      await over.promise;
      clearInterval(life);
    },
    { concurrency: 1, lockLimit: 2, lockLifetime: LOCK_MS },
  );
  await agenda.start();
  const lockedHere = async () => (await agenda.getRunningStats()).jobStatus?.['long']?.locked;
  await agenda.create('long', { id: 'runs' }).schedule(new Date()).save();
  await expect.poll(() => begun, PATIENT).toEqual(['runs']);
  // Waits for the place, and its lock runs out meanwhile.
  await agenda.create('long', { id: 'waits' }).schedule(new Date()).save();
  await expect.poll(lockedHere, PATIENT).toBe(2);
  const jobs = database.connection.collection('jobs');
  // So that it is not taken again meanwhile.
  await jobs.updateOne({ 'data.id': 'waits' }, { $set: { disabled: true } });
  const { lockedAt } = (await jobs.findOne({ 'data.id': 'waits' })) as unknown as { lockedAt: Date };
  await expect.poll(() => Date.now() - lockedAt.getTime(), PATIENT).toBeGreaterThan(LOCK_MS + 50);
  over.resolve();
  await expect.poll(lockedHere, PATIENT).toBe(1);

  const keepLocks = createLockKeeper(agenda);
  keepLocks();
  expect(await lockedHere()).toBe(1);
  keepLocks();
  expect(await lockedHere()).toBe(0);

  await jobs.updateOne({ 'data.id': 'waits' }, { $set: { disabled: false } });
  await expect.poll(() => begun, PATIENT).toEqual(['runs', 'waits']);
  await agenda.stop(false);
});
