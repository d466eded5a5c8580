import { expect, test } from 'vitest';
import { readAhead } from './read-ahead.ts';

async function* upTo(last: number): AsyncGenerator<number> {
  for (let n = 1; n <= last; n += 1) yield await Promise.resolve(n);
}

test('the work of an item is begun while that of the one before is under way, and of no further one', async () => {
  const begun: number[] = [];
  const ended: number[] = [];
  const ends = new Map<number, () => void>();
  const work = async (item: number): Promise<number> => {
    begun.push(item);
    await new Promise<void>((resolve) => ends.set(item, resolve));
    ended.push(item);
    return item * 10;
  };
  const results = readAhead(upTo(3), work);
  const first = results.next();
  await expect.poll(() => begun).toEqual([1, 2]);
  ends.get(2)?.();
  await expect.poll(() => ended).toEqual([2]);
  expect(begun).toEqual([1, 2]);
  ends.get(1)?.();
  expect(await first).toEqual({ done: false, value: 10 });
  const second = results.next();
  expect(await second).toEqual({ done: false, value: 20 });
  expect(begun).toEqual([1, 2, 3]);
  ends.get(3)?.();
  expect(await results.next()).toEqual({ done: false, value: 30 });
  expect(await results.next()).toEqual({ done: true, value: undefined });
});

test('the first error is thrown, and one of the work after it is no unhandled rejection', async () => {
  const work = (item: number) => Promise.reject(new Error(`item ${String(item)}`));
  await expect(readAhead(upTo(3), work).next()).rejects.toThrow('item 1');
  expect(await readAhead(upTo(0), work).next()).toEqual({ done: true, value: undefined });
});

test('work that was begun has ended when the reader stops', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    ended.push(item);
  };
  for await (const _ of readAhead(upTo(5), work)) break;
  expect(ended).toEqual([1, 2]);
});
