import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Work that notes its batches and ends when it is told to. */
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

const quick = { maxWaitMs: 1, most: 100, lanes: 1 };

test('what is asked for together is done together, and each gets its own answer', async () => {
  const batches: number[][] = [];
  const ask = createBatcher(async (items: readonly number[]) => {
    batches.push([...items]);
    return items.map((item) => item * 10);
  }, quick);
  await expect(Promise.all([1, 2, 3].map(ask))).resolves.toEqual([10, 20, 30]);
  await expect(ask(4)).resolves.toBe(40);
  expect(batches).toEqual([[1, 2, 3], [4]]);
});

test('a full batch waits for nobody, and no batch is larger', async () => {
  const { batches, endings, work } = slowWork();
  const ask = createBatcher(work, { maxWaitMs: 60_000, most: 2, lanes: 9 });
  const answers = [1, 2, 3, 4].map(ask);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (const end of endings) end();
  await expect(Promise.all(answers)).resolves.toEqual([10, 20, 30, 40]);
});

test('what comes while all lanes are busy becomes the next batch', async () => {
  const { batches, endings, work } = slowWork();
  const ask = createBatcher(work, quick);
  const first = ask(1);
  await expect.poll(() => batches.length).toBe(1);
  const others = [2, 3].map(ask);
  endings[0]?.();
  await expect(first).resolves.toBe(10);
  await expect.poll(() => batches).toEqual([[1], [2, 3]]);
  endings[1]?.();
  await expect(Promise.all(others)).resolves.toEqual([20, 30]);
});

test('a failure is that of its batch alone', async () => {
  let fails = true;
  const ask = createBatcher(async (items: readonly number[]) => {
    if (fails) throw new Error('the database is down');
    return items;
  }, quick);
  const results = await Promise.allSettled([1, 2].map(ask));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  await expect(ask(3)).resolves.toBe(3);
});
