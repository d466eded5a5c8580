import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Steps } from '#shared/steps.ts';
import { inTurns } from './in-turns.ts';

/** Keeps the process busy for so many milliseconds a step. */
function* busy(steps: number, ms: number): Steps<string> {
  for (let step = 0; step < steps; step += 1) {
    const end = performance.now() + ms;
    while (performance.now() < end);
    yield;
  }
  return 'done';
}

/** Counts the turns that other work has until `work` ends. */
async function turnsBeside(work: Promise<string>): Promise<number> {
  let [turns, ended] = [0, false];
  void work.then(() => (ended = true));
  for (; !ended; turns += 1) await setImmediate();
  return turns;
}

test('long work lets other work have its turn between its steps, and ends with its result', async () => {
  const work = inTurns(busy(10, 15));
  expect(await turnsBeside(work)).toBeGreaterThanOrEqual(9);
  expect(await work).toBe('done');
});

test('short work is done at once', async () => {
  expect(await turnsBeside(inTurns(busy(10, 0)))).toBeLessThan(3);
});

test('an error of a step rejects', async () => {
  // eslint-disable-next-line require-yield
  function* failing(): Steps<string> {
    throw new Error('broken');
  }
  await expect(inTurns(failing())).rejects.toThrow('broken');
});
