import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inBatches } from './in-batches.ts';

async function* yielding(items: readonly number[]): AsyncGenerator<number> {
  yield* items;
}

test('batches have all items in their order, and none more or fewer than asked but the last', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(), { maxLength: 40 }),
      fc.integer({ min: 1, max: 12 }),
      async (items, size) => {
        const batches: number[][] = [];
        for await (const batch of inBatches(yielding(items), size)) batches.push(batch);
        expect(batches.flat()).toEqual(items);
        expect(batches.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        expect(batches.every(({ length }) => length > 0 && length <= size)).toBe(true);
      },
    ),
  );
});
