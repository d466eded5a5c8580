import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvRecord } from './csv-record.ts';
import { createWidthCheck } from './row-width.ts';

const problemOf = (header: string[], row: string[], delimiter: ',' | ';' = ',') => {
  const check = createWidthCheck(delimiter);
  check.header(header);
  return check.problem(CsvRecord.of(row));
};

test.each([
  [['a', 'b'], ['1', '2'], null],
  [['a', 'b'], ['1'], null],
  [['a', 'b'], ['1', '2', '', ' ', ''], null],
  [['a', 'b', '', ' '], ['1', '2', ''], null],
  [['a', 'b'], ['1', '2', '3'], '3 cells under 2 columns: a comma in a cell needs quotation marks'],
  [['a', 'b', ''], ['1', '2', '3'], null],
  [['a', 'b', ''], ['1', '2', '', '4'], '4 cells under 3 columns: a comma in a cell needs quotation marks'],
  [['a'], ['', '', '3', ''], '3 cells under 1 column: a comma in a cell needs quotation marks'],
])('under %j the row %j: %s', (header, row, problem) => {
  expect(problemOf(header, row)).toBe(problem);
});

test('the error names the separator of the file', () => {
  expect(problemOf(['a', 'b'], ['1', '2', '3'], ';')).toContain('a semicolon in a cell');
});

test('a row is wrong exactly if it has a filled cell beyond the header', () => {
  const cell = fc.constantFrom('', ' ', '\t', 'x', '0');
  fc.assert(
    fc.property(fc.nat(6), fc.array(cell, { maxLength: 12 }), (columns, row) => {
      const header = Array.from({ length: columns }, (_, at) => `c${String(at)}`);
      const isWrong = row.slice(columns).some((text) => text.trim() !== '');
      expect(problemOf(header, row) !== null).toBe(isWrong);
    }),
  );
});

test.each<[string[], string[], string, number[]?]>([
  [['a', 'b', ''], ['1', '2', ' call after 5 '], 'call after 5'],
  [['a', ' ', 'b', ''], ['1', '', '2', '3'], '3'],
  [['', 'a', ''], ['0', '1', '2'], '0'],
  [['', 'a', ''], ['0', '1', '2'], '2', [0]],
  [['a', 'b', ''], ['1', '2', ' '], ''],
  [['a', 'b', ''], ['1', '2'], ''],
  [['a', 'b'], ['1', '2', '3'], ''],
])('under %j the row %j has %j in a column without a heading', (header, row, cell, matched = []) => {
  const check = createWidthCheck(',', matched);
  check.header(header);
  expect(check.leftOut(CsvRecord.of(row))).toBe(cell);
});
