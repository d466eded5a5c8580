import { expect, test } from 'vitest';
import { compare, isMet, median, speedOf } from './bench.ts';

test('the median is the middle value, or the mean of the two middle values', () => {
  expect([median([5]), median([3, 1, 2]), median([4, 1, 3, 2])]).toEqual([5, 2, 2.5]);
});

test('contenders are compared with the first one per round, after a warm-up', async () => {
  const speeds = { limit: [1, 100, 50, 10], ours: [1, 300, 100, 20] };
  const results = await compare(
    'work',
    [
      { name: 'limit', portion: () => Promise.resolve(speeds.limit.shift() ?? 0) },
      { name: 'ours', goal: { atLeast: 2 }, portion: () => Promise.resolve(speeds.ours.shift() ?? 0) },
    ],
    3,
  );
  expect(results).toEqual([
    { bench: 'work', contender: 'limit', ratio: 1 },
    { bench: 'work', contender: 'ours', ratio: 2, goal: { atLeast: 2 } },
  ]);
});

test('concurrent callers share the work', async () => {
  const done: number[] = [];
  await speedOf({ callers: 3, total: 10 }, async (caller) => {
    await Promise.resolve();
    done.push(caller);
  });
  expect(done).toHaveLength(10);
  expect(new Set(done)).toEqual(new Set([0, 1, 2]));
});

test('a goal is a lower or an upper bound', () => {
  const result = { bench: 'b', contender: 'c', ratio: 1 };
  expect(isMet({ ...result, goal: { atLeast: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atLeast: 1.1 } })).toBe(false);
  expect(isMet({ ...result, goal: { atMost: 1 } })).toBe(true);
  expect(isMet({ ...result, goal: { atMost: 0.9 } })).toBe(false);
  expect(isMet(result)).toBeNull();
});
