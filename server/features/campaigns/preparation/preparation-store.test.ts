import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SeqRange } from '#server/features/drops/api.ts';
import { unusedAfter } from './preparation-store.ts';

/** Preparations one after the other: how many contacts each has, and whether it is undone. */
const preparations = fc.array(fc.record({ calls: fc.nat(4), isUndone: fc.boolean() }), { maxLength: 12 });

test('the numbers of undone preparations are unused, in as few ranges as possible', () => {
  fc.assert(
    fc.property(preparations, (all) => {
      let nextSeq = 1;
      let unusedSeqs: SeqRange[] | undefined;
      const unused: number[] = [];
      for (const { calls, isUndone } of all) {
        const first = nextSeq;
        nextSeq += calls;
        if (!isUndone) continue;
        unused.push(...Array.from({ length: calls }, (_, at) => first + at));
        ({ unusedSeqs = unusedSeqs } = unusedAfter({ nextSeq, preparing: { calls }, unusedSeqs }));
      }
      const ranges = unusedSeqs ?? [];
      const numbers = ranges.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, at) => from + at),
      );
      expect(numbers).toEqual(unused);
      for (const [at, { from }] of ranges.entries())
        if (at > 0) expect(from).toBeGreaterThan((ranges[at - 1]?.to ?? 0) + 1);
    }),
  );
});
