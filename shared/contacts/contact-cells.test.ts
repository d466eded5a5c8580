import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capitalise } from './contact-cells.ts';
import { codesOf } from './csv-codes.ts';

const ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));

test('a name begins with a capital letter and goes on with small ones, beyond ASCII too', () => {
  for (const first of ASCII)
    for (const rest of [...ASCII, 'aB', 'Ab', ''])
      expect(capitalise(first + rest)).toBe(first.toUpperCase() + rest.toLowerCase());
  expect(['ÉMILE', 'émile', 'ÇA', '𐐨𐐀', '𐐀', '\uFFFFA', ''].map(capitalise)).toEqual([
    ...['Émile', 'Émile', 'Ça', '𐐀𐐨', '𐐀', '\uFFFFa', ''],
  ]);
});

test('each character has a byte, that of ASCII its own', () => {
  expect([...codesOf(ASCII.join(''))]).toEqual([...ASCII.keys()]);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const codes = [...codesOf(text)];
      expect(codes).toEqual(
        Array.from({ length: text.length }, (_, at) => Math.min(text.charCodeAt(at), 0x80)),
      );
    }),
  );
  expect(codesOf('\u007F\u0080\u00FF')).toEqual(Uint8Array.of(0x7f, 0x80, 0x80));
});
