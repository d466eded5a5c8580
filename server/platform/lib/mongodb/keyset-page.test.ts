import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readKeysetPage } from './keyset-page.ts';

type Row = Record<'at' | 'id', number>;
type Conditions = Record<string, number | Record<string, number>>;

const OPERATORS: Record<string, (value: number, bound: number) => boolean> = {
  $gt: (value, bound) => value > bound,
  $lt: (value, bound) => value < bound,
  $gte: (value, bound) => value >= bound,
};

function matches(row: Row, where: Conditions): boolean {
  return Object.entries(where).every(([field, condition]) => {
    const value = row[field as keyof Row];
    if (typeof condition === 'number') return value === condition;
    return Object.entries(condition).every(([name, bound]) => OPERATORS[name]?.(value, bound));
  });
}

const direction = fc.constantFrom(1 as const, -1 as const);
const rows = fc.uniqueArray(fc.record({ at: fc.nat(3), id: fc.nat(20) }), { selector: ({ id }) => id });

it('reads every row within the bounds once and in order, whatever the size of a page', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      direction,
      direction,
      fc.integer({ min: 1, max: 5 }),
      async (all, at, id, limit) => {
        const inOrder = all
          .filter((row) => row.at >= 1)
          .sort((a, b) => at * (a.at - b.at) || id * (a.id - b.id));
        const found: Row[] = [];
        for (;;) {
          const last = found.at(-1);
          const after = last && ([last.at, last.id] as const);
          const page = { sort: { at, id }, after, bounds: { $gte: 1 }, limit };
          const part = await readKeysetPage(page, (where, most) =>
            Promise.resolve(inOrder.filter((row) => matches(row, where as Conditions)).slice(0, most)),
          );
          found.push(...part);
          if (part.length < limit) break;
        }
        expect(found).toEqual(inOrder);
      },
    ),
  );
});
