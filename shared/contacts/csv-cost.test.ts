import fc from 'fast-check';
import { test } from 'vitest';
import { expectLinear, hostileShapes, type TextShape } from '#shared/fixtures/linear-cost.ts';
import { CsvReader } from './csv-reader.ts';

const CHUNKS = [1_024, 65_536];

/** Returns a function that reads a text in chunks. */
function reading(chunk: number): (text: string) => void {
  return (text) => {
    const reader = new CsvReader('\n', ',', { maxCells: Infinity, malformed: () => undefined });
    let at = 0;
    for (; at + chunk < text.length; at += chunk) reader.read(text.slice(at, at + chunk), () => undefined);
    reader.end(text.slice(at), () => undefined);
  };
}

test.each<[string, TextShape]>([
  ['cells of one doubled quotation mark', { unit: '"""",' }],
  ['a quoted cell that is never closed', { first: '"', unit: '\n' }],
  ['a long cell', { unit: 'x' }],
  ['spaces before a cell', { unit: ' ' }],
  ['spaces after a cell', { first: '"x"', unit: ' ' }],
  ['empty cells', { unit: ',' }],
  ['empty lines', { unit: '\n' }],
  ['lines with a misplaced mark', { unit: '"x"y\n' }],
  ['lines that each open a quoted cell, alone or in one of before', { unit: '"",b","\n' }],
  ['such lines as records that are malformed at their end', { unit: '"",b","\n', last: '"x' }],
])('the time to read %s grows as their length', (_, form) => {
  for (const chunk of CHUNKS) expectLinear(form, reading(chunk));
});

test('the time to read any repeated shape grows as its length', () => {
  fc.assert(
    fc.property(hostileShapes, fc.constantFrom(...CHUNKS), (shape, chunk) => {
      expectLinear(shape, reading(chunk));
    }),
    { numRuns: 12 },
  );
});
