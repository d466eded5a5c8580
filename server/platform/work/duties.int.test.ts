import mongoose, { type Connection } from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '#server/platform/lib/clock.ts';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import type { Duty } from './duty.ts';
import type { JobControl } from './job-control.ts';
import { createJobs, type Jobs } from './jobs.ts';

const log = pino({ level: 'silent' });
const POLLING = { timeout: 28_000, interval: 10 };
const SELDOM_MS = 60_000;
const nothing = () => Promise.resolve();

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

/** A process on its own connection; with duties, a worker. */
async function start(...duties: Duty[]): Promise<Jobs> {
  const connection = await mongoose.createConnection(database.uri).asPromise();
  connections.push(connection);
  const jobs = createJobs({ connection, log, clock: systemClock });
  if (duties.length === 0) return jobs;
  workers.push(jobs);
  await jobs.start([]);
  await jobs.recur(duties);
  return jobs;
}

const duty = (run: (control: JobControl) => Promise<unknown>, everyMs = SELDOM_MS): Duty => ({
  name: 'duty-of-test',
  everyMs,
  run,
});

test('a duty runs when a worker starts and recurs, in one worker at a time', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const work = duty(async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 50));
    running -= 1;
    runs += 1;
  }, 20);
  await Promise.all([start(work), start(work), start(work)]);
  await expect.poll(() => runs, POLLING).toBeGreaterThan(4);
  expect(most).toBe(1);
});

test('a duty that is triggered by another process runs at once, and once more if it is running', async () => {
  const entered = [deferred(), deferred(), deferred()];
  const leave = [deferred(), deferred(), deferred()];
  let runs = 0;
  await start(
    duty(async () => {
      const run = runs++;
      entered[run]?.resolve();
      await leave[run]?.promise;
    }),
  );
  await entered[0]?.promise;
  const web = await start();
  web.trigger('duty-of-test');
  await expect
    .poll(() => database.connection.collection('jobs').findOne({ again: true }), POLLING)
    .not.toBeNull();
  leave[0]?.resolve();
  await entered[1]?.promise;
  leave[1]?.resolve();
  leave[2]?.resolve();
  await expect
    .poll(() => database.connection.collection('jobs').findOne({ name: 'duty', lockedAt: null }), POLLING)
    .not.toBeNull();
  expect(runs).toBe(2);
  web.trigger('duty-of-test');
  await entered[2]?.promise;
});

test('a stopping worker aborts its duty, and another one does it at once', async () => {
  const entered = deferred();
  let wasAborted = false;
  const first = await start(
    duty(async ({ signal }) => {
      entered.resolve();
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
      wasAborted = true;
    }),
  );
  await entered.promise;
  const second = vi.fn(nothing);
  await start(duty(second));
  expect(second).not.toHaveBeenCalled();
  await first.stop();
  expect(wasAborted).toBe(true);
  await expect.poll(() => second.mock.calls.length, POLLING).toBeGreaterThan(0);
});

test('a duty that fails as its worker stops is done by another one at once', async () => {
  const entered = deferred();
  const first = await start(
    duty(async ({ signal }) => {
      entered.resolve();
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    }),
  );
  await entered.promise;
  const second = vi.fn(nothing);
  await start(duty(second));
  await first.stop();
  await expect.poll(() => second.mock.calls.length, POLLING).toBeGreaterThan(0);
});

test('a duty longer than its lock keeps it, as the worker extends it', async () => {
  const leave = deferred();
  const entered = deferred();
  let runs = 0;
  const work = duty(async () => {
    runs += 1;
    entered.resolve();
    await leave.promise;
  }, 20);
  await Promise.all([start(work), start(work)]);
  await entered.promise;
  const job = () => database.connection.collection('jobs').findOne({ 'data.duty': 'duty-of-test' });
  const lockedAt = async () => ((await job())?.['lockedAt'] as Date | undefined)?.getTime() ?? 0;
  const first = await lockedAt();
  await expect.poll(lockedAt, POLLING).toBeGreaterThan(first + 6_000);
  expect(runs).toBe(1);
  leave.resolve();
});

test('a worker whose duty another one has begun anew learns of it, and does not take it back', async () => {
  const entered = deferred();
  const aborted = deferred();
  await start(
    duty(async ({ signal }) => {
      entered.resolve();
      signal.addEventListener('abort', () => {
        aborted.resolve();
      });
      await aborted.promise;
    }),
  );
  await entered.promise;
  const jobs = database.connection.collection('jobs');
  // As after a pause of this process that was longer than its lock.
  const taken = { lockedAt: new Date(), lastModifiedBy: 'another worker' };
  await jobs.updateOne({ 'data.duty': 'duty-of-test' }, { $set: taken });
  await aborted.promise;
  expect(await jobs.findOne({ 'data.duty': 'duty-of-test' })).toMatchObject(taken);
});

test('a duty whose lock expires while its worker cannot reach the database does not overlap itself', async () => {
  const entered = deferred();
  const leave = deferred();
  const other = vi.fn(nothing);
  let runs = 0;
  const worker = await start(
    duty(async () => {
      runs += 1;
      entered.resolve();
      await leave.promise;
    }),
    { name: 'other-duty', everyMs: SELDOM_MS, run: other },
  );
  await entered.promise;
  await expect.poll(() => other.mock.calls.length, POLLING).toBe(1);
  const jobs = database.connection.collection('jobs');
  await jobs.updateOne({ 'data.duty': 'duty-of-test' }, { $set: { lockedAt: new Date(0) } });
  // The worker looks for duties.
  worker.trigger('other-duty');
  await expect.poll(() => other.mock.calls.length, POLLING).toBeGreaterThan(1);
  expect(runs).toBe(1);
  leave.resolve();
  const ended = { 'data.duty': 'duty-of-test', lockedAt: null };
  await expect.poll(() => jobs.countDocuments(ended), POLLING).toBe(1);
});

test('a long duty of a worker that died is done by another one when the lock has expired', async () => {
  const entered = deferred();
  const leave = deferred();
  const first = await start(
    duty(async () => {
      entered.resolve();
      await leave.promise;
    }),
  );
  await entered.promise;
  const second = vi.fn(nothing);
  const successor = await start(duty(second));
  const jobs = database.connection.collection('jobs');
  const job = () => jobs.findOne({ 'data.duty': 'duty-of-test' });
  const begun = await job();
  await expect
    .poll(async () => (await job())?.['lockedAt'] as Date, POLLING)
    .not.toEqual(begun?.['lockedAt']);
  const extended = await job();
  leave.resolve();
  await first.stop();
  const idle = { 'data.duty': 'duty-of-test', lockedAt: null };
  await expect.poll(() => jobs.countDocuments(idle), POLLING).toBe(1);
  // The state that a worker killed during a run leaves behind.
  const left = { ...extended, lockedAt: new Date(Date.now() - 6_500), lastModifiedBy: 'dead' };
  const before = second.mock.calls.length;
  await jobs.replaceOne({ 'data.duty': 'duty-of-test' }, left);
  successor.announce('duty');
  await expect.poll(() => second.mock.calls.length, POLLING).toBeGreaterThan(before);
});

test('a duty that fails runs again in time', async () => {
  let runs = 0;
  await start(
    duty(() => {
      runs += 1;
      return Promise.reject(new Error('the database is down'));
    }, 20),
  );
  await expect.poll(() => runs, POLLING).toBeGreaterThan(2);
});

test('a duty that only another version knows stays for the workers of that version', async () => {
  const run = vi.fn(nothing);
  const older = await start(duty(run));
  const other = vi.fn(nothing);
  const newer = await start({ name: 'duty-of-next-version', everyMs: 20, run: other });
  await expect.poll(() => other.mock.calls.length, POLLING).toBeGreaterThan(0);
  await newer.stop();
  const jobs = database.connection.collection('jobs');
  const unknown = { 'data.duty': 'duty-of-next-version' };
  const due = { nextRunAt: new Date(0), lockedAt: null };
  await jobs.updateOne(unknown, { $set: due });
  for (const before of [run.mock.calls.length, run.mock.calls.length + 1]) {
    older.trigger('duty-of-test');
    await expect.poll(() => run.mock.calls.length, POLLING).toBeGreaterThan(before);
  }
  expect(await jobs.findOne(unknown)).toMatchObject(due);
});
