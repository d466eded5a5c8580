import { expect, test } from 'vitest';
import { prefetch } from './next-claims.ts';

/** Yields numbers and records each request. */
async function* numbers(asked: number[], upTo: number): AsyncGenerator<number> {
  for (let n = 1; n <= upTo; n += 1) {
    asked.push(n);
    yield n;
  }
}

const neverUnused = () => Promise.reject(new Error('no item is unused'));

test('the next item is requested while one is processed, and all arrive in order', async () => {
  const asked: number[] = [];
  const seen: [number, number[]][] = [];
  for await (const n of prefetch(numbers(asked, 3), neverUnused)) {
    await expect.poll(() => asked.length).toBe(Math.min(n + 1, 3));
    seen.push([n, [...asked]]);
  }
  expect(seen).toEqual([
    [1, [1, 2]],
    [2, [1, 2, 3]],
    [3, [1, 2, 3]],
  ]);
});

test('an item that was requested and is not used is passed to the callback', async () => {
  const asked: number[] = [];
  const left: number[] = [];
  const onUnused = (n: number) => {
    left.push(n);
    return Promise.resolve();
  };
  for await (const n of prefetch(numbers(asked, 9), onUnused)) if (n === 2) break;
  expect(asked).toEqual([1, 2, 3]);
  expect(left).toEqual([3]);
});

test('an error is thrown after the items before it', async () => {
  const seen: number[] = [];
  const failing = async function* (): AsyncGenerator<number> {
    yield 1;
    throw new Error('the database is down');
  };
  const run = async () => {
    for await (const n of prefetch(failing(), neverUnused)) seen.push(n);
  };
  await expect(run()).rejects.toThrow('the database is down');
  expect(seen).toEqual([1]);
});
