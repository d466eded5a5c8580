import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Work that records its batches and resolves manually. */
function slowWork() {
  const batches: number[][] = [];
  const endings: (() => void)[] = [];
  const work = async (items: readonly number[]): Promise<number[]> => {
    batches.push([...items]);
    await new Promise<void>((end) => endings.push(end));
    return items.map((item) => item * 10);
  };
  return { batches, endings, work };
}

const quick = { maxWaitMs: 1, maxBatchSize: 100, concurrency: 1 };

test('items that arrive together are handled in one batch, and each gets its own result', async () => {
  const batches: number[][] = [];
  const add = createBatcher(async (items: readonly number[]) => {
    batches.push([...items]);
    return items.map((item) => item * 10);
  }, quick);
  await expect(Promise.all([1, 2, 3].map(add))).resolves.toEqual([10, 20, 30]);
  await expect(add(4)).resolves.toBe(40);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('without a wait, items are handled at once, and those that arrive meanwhile together', async () => {
  const { batches, endings, work } = slowWork();
  const add = createBatcher(work, { maxWaitMs: 0, maxBatchSize: 100, concurrency: 1 });
  const results = [1, 2, 3].map(add);
  expect(batches).toEqual([[1]]);
  endings.pop()?.();
  await expect(results[0]).resolves.toBe(10);
  expect(batches).toEqual([[1], [2, 3]]);
  endings.pop()?.();
  await expect(Promise.all(results)).resolves.toEqual([10, 20, 30]);
});

test('a full batch starts at once, and no batch is larger', async () => {
  const { batches, endings, work } = slowWork();
  const add = createBatcher(work, { maxWaitMs: 60_000, maxBatchSize: 2, concurrency: 9 });
  const results = [1, 2, 3, 4].map(add);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (const end of endings) end();
  await expect(Promise.all(results)).resolves.toEqual([10, 20, 30, 40]);
});

test('items that arrive at full concurrency become the next batch', async () => {
  const { batches, endings, work } = slowWork();
  const add = createBatcher(work, quick);
  const first = add(1);
  await expect.poll(() => batches.length).toBe(1);
  const others = [2, 3].map(add);
  endings[0]?.();
  await expect(first).resolves.toBe(10);
  await expect.poll(() => batches).toEqual([[1], [2, 3]]);
  endings[1]?.();
  await expect(Promise.all(others)).resolves.toEqual([20, 30]);
});

test('an error rejects the items of its batch only', async () => {
  let fails = true;
  const add = createBatcher(async (items: readonly number[]) => {
    if (fails) throw new Error('the database is down');
    return items;
  }, quick);
  const results = await Promise.allSettled([1, 2].map(add));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  await expect(add(3)).resolves.toBe(3);
});
