import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createJobs, type Jobs } from './jobs.ts';

const POLLING = { timeout: 28_000, interval: 10 };

let database: TestDatabase;
let connection: Connection;
let worker: Jobs;

beforeEach(async () => {
  database = await testDatabase();
  connection = await mongoose.createConnection(database.uri).asPromise();
});

afterEach(async () => {
  vi.useRealTimers();
  await worker.stop();
  await connection.close();
  await database.stop();
});

/** A worker whose time is the database's, as that of every process is. */
function newWorker(): Jobs {
  const clock = adjustableClock();
  clock.set(new Date());
  const log = pino({ level: 'silent' });
  return createJobs({ connection, log, clock: clock.real });
}

test('duties go on in time after the clock of the machine was ahead for a moment', async () => {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true });
  worker = newWorker();
  let runs = 0;
  const run = () => Promise.resolve((runs += 1));
  await worker.start([]);
  await worker.recur([{ name: 'duty-of-test', everyMs: 20, run }]);
  const someMore = async () => {
    const before = runs;
    await expect.poll(() => runs, POLLING).toBeGreaterThan(before + 1);
  };
  await someMore();
  vi.setSystemTime(Date.now() + DAY_MS);
  await someMore();
  vi.setSystemTime(Date.now() - DAY_MS);
  await someMore();
});
