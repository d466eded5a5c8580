import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '#shared/time-units.ts';
import { adjustableClock } from '#server/platform/lib/clock.ts';
import type { ClockCheck } from '#server/platform/lib/mongodb/database-clock.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createJobs, type Jobs } from './jobs.ts';
import { JobNotices } from './job-notices-store.ts';
import { JobStore } from './job-store.ts';

const POLLING = { timeout: 28_000, interval: 10 };

let database: TestDatabase;
let connection: Connection;
let worker: Jobs;

beforeEach(async () => {
  database = await testDatabase();
  connection = await mongoose.createConnection(database.uri).asPromise();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  await worker.stop();
  await connection.close();
  await database.stop();
});

/** A worker whose time is the database's, as that of every process is. */
function newWorker(clockCheck?: ClockCheck, log = pino({ level: 'silent' })): Jobs {
  const clock = adjustableClock();
  clock.set(new Date());
  return createJobs({ connection, log, clock: clock.real, ...(clockCheck && { clockCheck }) });
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

test('duties are added although the database fails at first', async () => {
  worker = newWorker();
  const done = deferred();
  const add = vi.spyOn(JobStore.prototype, 'addDuty').mockRejectedValueOnce(new Error('down'));
  await worker.start([]);
  const run = () => {
    done.resolve();
    return done.promise;
  };
  await worker.recur([{ name: 'duty-of-test', everyMs: DAY_MS, run }]);
  await done.promise;
  expect(add.mock.calls.length).toBeGreaterThan(1);
});

test.each([
  ['none of it where the process is stopping', true],
  ['all of it otherwise', false],
])('of duties that could not be added the log has %s', async (_, stops) => {
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  worker = newWorker(undefined, log);
  await worker.start([]);
  vi.spyOn(JobStore.prototype, 'addDuty').mockImplementationOnce(async () => {
    if (stops) await worker.stop();
    throw new Error('the connection is closed');
  });
  await worker.recur([{ name: 'duty-of-test', everyMs: DAY_MS, run: () => Promise.resolve() }]);
  expect(logged).toHaveLength(stops ? 0 : 1);
});

test('a worker whose clock is right again takes jobs, although the database fails at first', async () => {
  let isAccurate = true;
  const listeners: (() => void)[] = [];
  const change = () => {
    isAccurate = !isAccurate;
    for (const listener of listeners) listener();
  };
  worker = newWorker({
    isAccurate: () => isAccurate,
    onChange: (listener) => void listeners.push(listener),
  });
  const done = deferred();
  const run = () => {
    done.resolve();
    return done.promise;
  };
  await worker.start([{ name: 'job-of-test', run }]);
  const disconnect = vi.spyOn(JobNotices.prototype, 'disconnect');
  change();
  await expect.poll(() => disconnect.mock.calls.length, POLLING).toBe(1);
  const connect = vi.spyOn(JobNotices.prototype, 'connect').mockRejectedValueOnce(new Error('down'));
  change();
  await expect.poll(() => connect.mock.calls.length, POLLING).toBeGreaterThan(0);
  await worker.queue.add('job-of-test', { key: 'one' });
  await done.promise;
});
