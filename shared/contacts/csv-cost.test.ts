import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from './csv-reader.ts';

/** The processor time of this process that some work takes, in milliseconds: the least of several runs. */
function costOf(work: () => void): number {
  const costs = Array.from({ length: 2 }, () => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...costs);
}

function read(text: string, chunk: number): void {
  const reader = new CsvReader('\n', ',', { maxCells: Infinity, malformed: () => undefined });
  let at = 0;
  for (; at + chunk < text.length; at += chunk) reader.read(text.slice(at, at + chunk), () => undefined);
  reader.end(text.slice(at), () => undefined);
}

/** Doubling a length twice makes linear work four times as long, quadratic work sixteen times. */
const MOST_TIMES = 8;
/** Shorter times are those of the garbage collector. */
const UNMEASURED_MS = 100;

const marks = fc.string({
  unit: fc.constantFrom('"', '""', ',', '\n', ' ', 'x', '\\'),
  minLength: 1,
  maxLength: 5,
});
const shape = fc.record({
  first: fc.constantFrom('', '"', 'x'),
  unit: marks,
  chunk: fc.constantFrom(1_024, 65_536),
});

interface Shape {
  first: string;
  unit: string;
  last?: string;
}

function expectLinear({ first, unit, last = '', chunk }: Shape & { chunk: number }): void {
  const text = (length: number) => first + unit.repeat(Math.ceil(length / unit.length)) + last;
  const [n, twice, fourTimes] = [250_000, 500_000, 1_000_000].map((length) => {
    const whole = text(length);
    return costOf(() => {
      read(whole, chunk);
    });
  });
  expect(twice, `twice the length of ${unit}`).toBeLessThan(MOST_TIMES * (n ?? 0) + UNMEASURED_MS);
  expect(fourTimes, `four times the length of ${unit}`).toBeLessThan(MOST_TIMES * (n ?? 0) + UNMEASURED_MS);
}

test.each<[string, Shape]>([
  ['cells of one doubled quotation mark', { first: '', unit: '"""",' }],
  ['a quoted cell that is never closed', { first: '"', unit: '\n' }],
  ['a long cell', { first: '', unit: 'x' }],
  ['spaces before a cell', { first: '', unit: ' ' }],
  ['spaces after a cell', { first: '"x"', unit: ' ' }],
  ['empty cells', { first: '', unit: ',' }],
  ['empty lines', { first: '', unit: '\n' }],
  ['lines with a misplaced mark', { first: '', unit: '"x"y\n' }],
  ['lines that each open a quoted cell, alone or in one of before', { first: '', unit: '"",b","\n' }],
  ['such lines as records that are malformed at their end', { first: '', unit: '"",b","\n', last: '"x' }],
])('the time to read %s grows as their length', (_, form) => {
  for (const chunk of [1_024, 65_536]) expectLinear({ ...form, chunk });
});

test('the time to read any repeated shape grows as its length', () => {
  fc.assert(fc.property(shape, expectLinear), { numRuns: 12 });
});
