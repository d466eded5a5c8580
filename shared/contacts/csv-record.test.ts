import { expect, test } from 'vitest';
import { CsvRecord, isVisibleAscii } from './csv-record.ts';

const isBlank = (...cells: string[]) => CsvRecord.of(cells).isBlank;

test.each([
  ...['true', 'false', 'yes', 'no', 'checked', 'unchecked', '0', '[]', '[ ]', '[x]'],
  ...['☐', '☑', '☒', '✓', '✔', '✔️', '✗', '✘', '✅', '❌', '⬜'],
])('a row with the checkbox %s is blank, in any case and between spaces', (box) => {
  expect(isBlank('', box, '  ')).toBe(true);
  expect(isBlank(box.toUpperCase(), ` ${box} `)).toBe(true);
  expect(isBlank(box, 'Ana')).toBe(false);
  expect(isBlank(`${box}x`)).toBe(false);
});

test.each(['1', 'x', 'unchecked!', 'trues', 'Ana', '[y]', '\u2713x'])(
  'a row with %j is not blank',
  (cell) => {
    expect(isBlank('', cell)).toBe(false);
  },
);

test('a row without cells, or with spaces alone, is blank', () => {
  expect([isBlank(), isBlank(''), isBlank(' ', '\t', '\u00A0')]).toEqual([true, true, true]);
});

test('a record keeps as many cells as it may, and counts all', () => {
  const cells = Array.from({ length: 100 }, (_, at) => String(at));
  expect(CsvRecord.of(cells).cells()).toEqual(cells);
  const short = new CsvRecord(40);
  short.set(cells);
  expect([short.count, short.cell(0), short.cell(39), short.cell(100)]).toEqual([100, '0', '39', '']);
  short.set(['a', '', 'bc']);
  expect(short.cells()).toEqual(['a', '', 'bc']);
});

test('visible ASCII is what is never trimmed', () => {
  expect([0x20, 0x21, 0x7e, 0x7f, undefined].map((code) => isVisibleAscii(code))).toEqual([
    ...[false, true, true, false, false],
  ]);
});
