import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { followSignal } from './follow-signal.ts';

test('a signal aborts its followers, and no longer those that unfollow it', () => {
  const process = new AbortController();
  const [follower, ended] = [followSignal(process.signal), followSignal(process.signal)];
  ended.unfollow();
  process.abort('stopping');
  expect(follower.controller.signal.reason).toBe('stopping');
  expect(ended.controller.signal.aborted).toBe(false);
  expect(followSignal(process.signal).controller.signal.aborted).toBe(true);
});

test('a follower can be aborted alone', () => {
  const process = new AbortController();
  const { controller } = followSignal(process.signal);
  controller.abort();
  expect(process.signal.aborted).toBe(false);
});

test('work that has ended leaves nothing behind, also if it left a listener', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const process = new AbortController();
  const work = () => {
    const { controller, unfollow } = followSignal(process.signal);
    controller.signal.addEventListener('abort', () => undefined);
    unfollow();
    return new WeakRef(controller.signal);
  };
  const left = Array.from({ length: 100 }, work);
  await expect
    .poll(() => {
      collectGarbage();
      return left.filter((signal) => signal.deref() !== undefined).length;
    })
    .toBe(0);
  expect(process.signal.aborted).toBe(false);
});
