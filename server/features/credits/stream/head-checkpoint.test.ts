import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CreditEvent } from '#server/features/credits/events.ts';
import { HeadCheckpoint, type CreditHeadStore } from './credit-head-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const event = (streamId: string, version: number) =>
  ({ streamId, version, hash: `hash-${String(version)}` }) as unknown as CreditEvent;

function checkpoint() {
  const save = vi.fn((_heads: object[]) => Promise.resolve());
  const warn = vi.fn();
  const heads = new HeadCheckpoint({ save } as unknown as CreditHeadStore, { warn } as never);
  return { heads, save, warn };
}

test('the heads of streams are saved together, the latest of each, and again after later events', async () => {
  const { heads, save } = checkpoint();
  heads.add(event('a', 1));
  heads.add(event('b', 7));
  heads.add(event('a', 2));
  expect(save).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(save.mock.calls).toEqual([
    [
      [
        { _id: 'a', version: 2, hash: 'hash-2' },
        { _id: 'b', version: 7, hash: 'hash-7' },
      ],
    ],
  ]);
  await vi.advanceTimersByTimeAsync(1_000);
  heads.add(event('b', 8));
  await vi.advanceTimersByTimeAsync(100);
  expect(save.mock.calls.slice(1)).toEqual([[[{ _id: 'b', version: 8, hash: 'hash-8' }]]]);
});

test('heads that are not saved are logged, and those of later events are saved', async () => {
  const { heads, save, warn } = checkpoint();
  const error = new Error('no database');
  save.mockRejectedValueOnce(error);
  heads.add(event('a', 1));
  await heads.flush();
  expect(warn).toHaveBeenCalledWith({ err: error }, 'credit heads were not saved');
  heads.add(event('a', 2));
  await heads.flush();
  await vi.advanceTimersByTimeAsync(100);
  expect(save).toHaveBeenCalledTimes(2);
  expect(save).toHaveBeenLastCalledWith([{ _id: 'a', version: 2, hash: 'hash-2' }]);
});
