import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeldCodes } from './csv-codes.ts';

test('what is kept comes before what is added, whoever uses the added codes again', () => {
  const parts = fc.array(fc.tuple(fc.uint8Array({ maxLength: 9 }), fc.nat(20)), { maxLength: 12 });
  fc.assert(
    fc.property(parts, (added) => {
      const held = new HeldCodes();
      let expected: number[] = [];
      for (const [part, from] of added) {
        const codes = held.with(part);
        expected = [...expected, ...part];
        expect([...codes]).toEqual(expected);
        const kept = Math.min(from, codes.length);
        held.keep(codes, kept);
        expected = expected.slice(kept);
        part.fill(0xee);
      }
    }),
  );
});
