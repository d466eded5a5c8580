import { expect, test } from 'vitest';
import { rewardAll, takeAll, type Counter } from './counters.ts';

/** Counters that have room for so many attempts each; `counts` is what they have counted. */
function counters(...rooms: number[]) {
  const counts = rooms.map(() => 0);
  const all = rooms.map((room, at): Counter => {
    const add = (n: number) => {
      counts[at] = (counts[at] ?? 0) + n;
      return Promise.resolve();
    };
    const take = async () => {
      if ((counts[at] ?? 0) >= room) return 60 + at;
      await add(1);
      return 0;
    };
    return { limiter: { take, reward: () => add(-1), clear: () => add(0) }, key: String(at) };
  });
  return { all, counts };
}

test('an attempt counts for all counters, and for none where one refuses it, whichever', async () => {
  for (const full of [0, 1, 2]) {
    const { all, counts } = counters(...[9, 9, 9].map((room, at) => (at === full ? 0 : room)));
    await expect(takeAll(all, 'Too many.')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/^Too many\./) as unknown,
      details: { retry_after: 60 + full },
    });
    expect(counts).toEqual([0, 0, 0]);
  }
  const { all, counts } = counters(9, 9);
  await takeAll(all, 'Too many.');
  expect(counts).toEqual([1, 1]);
  await rewardAll(all);
  expect(counts).toEqual([0, 0]);
});
