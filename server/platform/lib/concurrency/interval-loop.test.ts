import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createIntervalLoop, untilSuccess } from './interval-loop.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a loop runs at once and then at its interval, also after an error, until it is stopped', async () => {
  const work = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue(undefined);
  const onError = vi.fn();
  const loop = createIntervalLoop(1_000, work, onError);
  loop.start();
  await vi.advanceTimersByTimeAsync(2_500);
  expect(work).toHaveBeenCalledTimes(3);
  expect(onError).toHaveBeenCalledTimes(1);
  await loop.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('a loop that starts later first waits for its interval, and not at all if it is stopped before', async () => {
  const work = vi.fn(() => Promise.resolve());
  const [loop, unused] = [0, 1].map(() =>
    createIntervalLoop(1_000, work, () => expect.fail(), { startsLater: true }),
  );
  loop?.start();
  unused?.start();
  await unused?.stop();
  await vi.advanceTimersByTimeAsync(999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(1);
  await loop?.stop();
});

test('stopping a loop waits for the run in progress, and no run starts during another', async () => {
  let finish = (): void => undefined;
  const work = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const loop = createIntervalLoop(1_000, work, () => expect.fail());
  loop.start();
  await vi.advanceTimersByTimeAsync(900);
  const stopped = vi.fn();
  void loop.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(stopped).not.toHaveBeenCalled();
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(stopped).toHaveBeenCalled();
  expect(work).toHaveBeenCalledTimes(1);
});

test('work slower than its interval does not queue behind itself', async () => {
  const running: (() => void)[] = [];
  const signals: AbortSignal[] = [];
  const work = vi.fn((signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<void>((resolve) => {
      running.push(resolve);
    });
  });
  const loop = createIntervalLoop(1_000, work, () => expect.fail());
  loop.start();
  await vi.advanceTimersByTimeAsync(10_500);
  running.pop()?.();
  await vi.advanceTimersByTimeAsync(900);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  const stopped = loop.stop();
  expect(signals[1]?.aborted).toBe(true);
  running.pop()?.();
  await stopped;
  expect(work).toHaveBeenCalledTimes(2);
});

test('a task is repeated until it has succeeded', async () => {
  const task = vi.fn().mockRejectedValueOnce(new Error('down')).mockResolvedValue(undefined);
  const repeated = untilSuccess(task);
  await expect(repeated()).rejects.toThrow('down');
  await repeated();
  await repeated();
  expect(task).toHaveBeenCalledTimes(2);
});
