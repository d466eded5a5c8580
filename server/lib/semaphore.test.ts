import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('runs at most `limit` tasks at once and the others in order, also after failures', async () => {
  const limited = createSemaphore(2);
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = Array.from({ length: 5 }, (_, n) =>
    limited(
      () =>
        new Promise<number>((resolve, reject) => {
          started.push(n);
          ends[n] = () => {
            if (n === 1) reject(new Error('no'));
            else resolve(n);
          };
        }),
    ),
  );
  const settled = Promise.allSettled(tasks);
  expect(started).toEqual([0, 1]);
  ends[1]?.();
  await expect(tasks[1]).rejects.toThrow('no');
  expect(started).toEqual([0, 1, 2]);
  for (const n of [0, 2, 3, 4]) {
    await expect.poll(() => started.includes(n)).toBe(true);
    expect(started.length).toBeLessThanOrEqual(n + 3);
    ends[n]?.();
  }
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  await expect(limited(() => Promise.resolve('again'))).resolves.toBe('again');
});
