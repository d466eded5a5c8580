import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NextJobs, type QueuedJob } from './next-jobs.ts';

const AHEAD_MS = 1_000;
const LOCK_MS = 6_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A worker that looks for jobs every second, as Agenda does; returns the kinds that it asks the database for. */
function start(queue: QueuedJob[]) {
  let reads = 0;
  let isDown = false;
  const next = new NextJobs({
    aheadMs: AHEAD_MS,
    lockMs: LOCK_MS,
    read: () => {
      reads += 1;
      return isDown ? Promise.reject(new Error('down')) : Promise.resolve(queue);
    },
  });
  const query = async () => {
    const asked: string[] = [];
    for (const name of ['run', 'settle'])
      if (await next.take(name, new Date(Date.now() + AHEAD_MS))) asked.push(name);
    return asked;
  };
  return {
    next,
    query,
    reads: () => reads,
    fail: (down: boolean) => (isDown = down),
    /** Looks every second for some time. */
    async pass(seconds: number) {
      const asked: string[] = [];
      for (let n = 0; n < seconds; n += 1) {
        vi.advanceTimersByTime(1_000);
        asked.push(...(await query()));
      }
      return asked;
    },
  };
}

const waiting = (name: string, inMs: number): QueuedJob => ({
  name,
  nextRunAt: new Date(Date.now() + inMs),
  lockedAt: null,
});

test('an idle worker reads the queue once in ten seconds and asks for no kind', async () => {
  const worker = start([]);
  expect(await worker.pass(60)).toEqual([]);
  expect(worker.reads()).toBe(6);
});

test('a job is asked for when it is due, and also the next one of its kind', async () => {
  const worker = start([waiting('run', 3_000), waiting('run', 8_000), waiting('settle', 0)]);
  expect(await worker.query()).toEqual(['settle']);
  expect(await worker.pass(1)).toEqual([]);
  expect(await worker.pass(2)).toEqual(['run']);
  expect(await worker.pass(4)).toEqual(['run']);
});

test('a job that is announced is asked for at its time, and one whose notice was lost after the next read', async () => {
  const queue: QueuedJob[] = [];
  const worker = start(queue);
  await worker.query();
  worker.next.note('run', new Date(Date.now() + 2_000));
  worker.next.note('settle');
  expect(await worker.query()).toEqual(['settle']);
  expect(await worker.pass(2)).toEqual(['run']);
  queue.push(waiting('settle', 0));
  expect(await worker.pass(10)).toContain('settle');
});

test('a job announced while the queue is read is not forgotten', async () => {
  const queue: QueuedJob[] = [];
  const worker = start(queue);
  const looking = worker.query();
  worker.next.note('settle', new Date());
  expect(await looking).toEqual(['settle']);
});

test('the job of a worker that died is asked for once its lock has expired', async () => {
  const worker = start([{ name: 'run', nextRunAt: null, lockedAt: new Date() }]);
  await worker.query();
  expect(await worker.pass(LOCK_MS / 1_000 - 1)).toEqual([]);
  expect(await worker.pass(1)).toEqual(['run']);
});

test('a worker whose clock was ahead goes on to read the queue', async () => {
  const queue: QueuedJob[] = [];
  const worker = start(queue);
  vi.setSystemTime(Date.now() + 3_600_000);
  await worker.pass(1);
  vi.setSystemTime(Date.now() - 3_600_000);
  queue.push(waiting('settle', 0));
  expect(await worker.pass(10)).toContain('settle');
});

test('a read that fails is repeated by the next look', async () => {
  const worker = start([waiting('run', 0)]);
  worker.fail(true);
  await expect(worker.query()).rejects.toThrow('down');
  worker.fail(false);
  expect(await worker.query()).toEqual(['run']);
});
