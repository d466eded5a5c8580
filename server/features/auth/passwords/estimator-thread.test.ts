import { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { EstimatorThread, workerFile } from './estimator-thread.ts';

const SECOND_MS = 1_000;

it('scores passwords that are asked for at once, each for its own', async () => {
  const estimator = new EstimatorThread();
  const passwords = ['password1', 'kQ7#vb2!xLr9&dW', 'password1'];
  const [common, random, again] = await Promise.all(passwords.map((one) => estimator.score(one, [])));
  expect([common, random, again]).toEqual([0, 4, 0]);
});

it('counts the words of the owner', async () => {
  const estimator = new EstimatorThread();
  const without = await estimator.score('zyxomma-quandary', []);
  expect(await estimator.score('zyxomma-quandary', ['zyxomma-quandary'])).toBeLessThan(without);
});

it('ends after a while without a password, and begins again', async () => {
  const estimator = new EstimatorThread({ idleMs: 1 });
  await estimator.score('password1', []);
  await vi.waitFor(
    () => {
      expect(estimator.isLoaded).toBe(false);
    },
    { timeout: 30 * SECOND_MS },
  );
  expect(await estimator.score('password1', [])).toBe(0);
});

it.each(['main.js', 'commands/seed.js'])('has its entry file in the build beside %s', (bundle) => {
  const file = workerFile(`file:///hark/dist/server/${bundle}`);
  expect(file.href).toBe('file:///hark/dist/server/features/auth/passwords/estimator-worker.js');
});

describe('a thread that fails', () => {
  const UNAVAILABLE = { code: 'UNAVAILABLE', status: 503 };

  /** Answers nothing: what happens to it is up to the test. */
  class FakeWorker extends EventEmitter {
    ref = vi.fn();
    unref = vi.fn();
    postMessage = vi.fn();
    terminate = vi.fn(() => Promise.resolve(0));
  }

  let threads: FakeWorker[];
  const start = vi.fn(() => {
    const thread = new FakeWorker();
    threads.push(thread);
    return thread as unknown as Worker;
  });

  beforeEach(() => {
    threads = [];
  });

  it('answers UNAVAILABLE when the thread cannot start, and starts another one for the next password', async () => {
    const estimator = new EstimatorThread({ start });
    start.mockImplementationOnce(() => {
      throw new Error('EAGAIN');
    });
    await expect(estimator.score('one', [])).rejects.toMatchObject(UNAVAILABLE);
    const next = estimator.score('another', []);
    threads[0]?.emit('message', 3);
    expect(await next).toBe(3);
  });

  it.each([
    ['fails', (thread?: FakeWorker) => thread?.emit('error', new Error('out of memory'))],
    ['ends', (thread?: FakeWorker) => thread?.emit('exit', 1)],
  ])('answers UNAVAILABLE to all who wait when the thread %s', async (_what, end) => {
    const estimator = new EstimatorThread({ start });
    const scores = Promise.allSettled([estimator.score('one', []), estimator.score('another', [])]);
    end(threads[0]);
    const reason = expect.objectContaining(UNAVAILABLE) as unknown;
    expect(await scores).toEqual(Array(2).fill({ status: 'rejected', reason }));
    expect(estimator.isLoaded).toBe(false);
  });

  it('gives those who wait for a new thread nothing that a failed one still sends', async () => {
    const estimator = new EstimatorThread({ start });
    const failed = estimator.score('one', []);
    threads[0]?.emit('error', new Error('out of memory'));
    await expect(failed).rejects.toMatchObject(UNAVAILABLE);
    const score = estimator.score('another', []);
    threads[0]?.emit('message', 0);
    threads[0]?.emit('exit', 1);
    threads[1]?.emit('message', 4);
    expect(await score).toBe(4);
  });

  it('refuses passwords beyond a number that wait', async () => {
    const estimator = new EstimatorThread({ maxWaiting: 2, start });
    const scores = ['one', 'another'].map((password) => estimator.score(password, []));
    const details = { retry_after: 5 };
    await expect(estimator.score('third', [])).rejects.toMatchObject({ ...UNAVAILABLE, details });
    expect(threads[0]?.postMessage).toHaveBeenCalledTimes(2);
    for (const score of [1, 2]) threads[0]?.emit('message', score);
    expect(await Promise.all(scores)).toEqual([1, 2]);
  });
});
