import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodyDecoder } from './utf8.ts';

function decoded(bytes: Uint8Array, piece: number): string {
  const decode = bodyDecoder();
  let text = '';
  for (let at = 0; at < bytes.length; at += piece) text += decode(bytes.subarray(at, at + piece));
  return text + decode();
}

const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => new TextEncoder().encode(value));
const damaged = fc
  .tuple(text, fc.uint8Array({ maxLength: 4 }), fc.nat(160))
  .map(([bytes, foreign, at]) =>
    Uint8Array.from([...bytes.subarray(0, at), ...foreign, ...bytes.subarray(at)]),
  );

it('a body in pieces of any length is its text, or is refused if it is not UTF-8', () => {
  fc.assert(
    fc.property(fc.oneof(text, damaged), fc.integer({ min: 1, max: 9 }), (bytes, piece) => {
      if (isUtf8(bytes)) expect(decoded(bytes, piece)).toBe(new TextDecoder().decode(bytes));
      else expect(() => decoded(bytes, piece)).toThrow('The body must be in UTF-8.');
    }),
  );
});
