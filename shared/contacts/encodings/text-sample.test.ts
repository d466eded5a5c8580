import { expect, test } from 'vitest';
import { createTextSample } from './text-sample.ts';

/** The cells that are kept of parts of a file in Latin-1. */
function kept(parts: string[], delimiter = ','): string[] {
  const sample = createTextSample(delimiter);
  for (const part of parts) sample.add(Uint8Array.from(part, (letter) => letter.charCodeAt(0)));
  return sample.cells().map((bytes) => String.fromCharCode(...bytes));
}

test('the distinct cells beyond ASCII are kept, with the last one', () => {
  expect(kept(['Ana,é;b,é;b"ü"\r\nñ\nö'])).toEqual(['é;b', 'ü', 'ñ', 'ö']);
  expect(kept(['a;é,b;\x7F;\x80'], ';')).toEqual(['é,b', '\x80']);
});

test('a cell may go on in the next part', () => {
  expect(kept(['ab', 'é', 'c,d', ',è'])).toEqual(['abéc', 'è']);
});

test('a long text is cut at a space, and left out without one', () => {
  const [long, space] = ['a'.repeat(118), ' '];
  expect(kept([`${long}é${space}b`])).toEqual([`${long}é b`]);
  expect(kept([`${long}aé${space}é`])).toEqual([`${long}aé`, 'é']);
  const [whole, over] = ['é'.repeat(240), 'é'.repeat(241)];
  expect(kept([`${whole},è`])).toEqual([whole, 'è']);
  expect(kept([`${over},è`])).toEqual(['è']);
});

test('of many cells 400 are kept, and then the sample is full', () => {
  const sample = createTextSample(',');
  const add = (text: string) => {
    sample.add(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  };
  for (let cell = 0; cell < 399; cell++) add(`é${String(cell)},`);
  expect([sample.isFull, sample.cells().length]).toEqual([false, 399]);
  add('é399,é400,');
  expect([sample.isFull, sample.cells().length]).toEqual([true, 400]);
});
