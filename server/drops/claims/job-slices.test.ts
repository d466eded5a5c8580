import { expect, test } from 'vitest';
import { createJobSlices } from './job-slices.ts';

test('lets no more run at once than allowed, in the order they came, also past failures', async () => {
  const turns = createJobSlices(2);
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const work = (n: number) => async () => {
    begun.push(n);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running -= 1;
    if (n === 1) throw new Error('one fails');
    return n;
  };
  const results = await Promise.allSettled([0, 1, 2, 3, 4].map((n) => turns.take(work(n))));
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  await expect(turns.take(work(5))).resolves.toBe(5);
});
