import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
  [['a', 'b', ''], ['1', '2', '', '4'], '4 cells under 2 columns: a comma in a cell needs quotation marks'],
  [['a', '', 'b', ''], ['1', '', '2', ''], null],
  [['a'], ['', '', '3', ''], '3 cells under 1 column: a comma in a cell needs quotation marks'],
])('under %j the row %j: %s', (header, row, problem) => {
  expect(problemOf(header, row)).toBe(problem);
});

test('the error names the separator of the file', () => {
  expect(problemOf(['a', 'b'], ['1', '2', '3'], ';')).toContain('a semicolon in a cell');
});

test('a row is wrong exactly if it is wider than the header and filled beyond its last name', () => {
  const cell = fc.constantFrom('', ' ', '\t', 'x', '0');
  fc.assert(
    fc.property(fc.nat(6), fc.nat(2), fc.array(cell, { maxLength: 12 }), (columns, blank, row) => {
      const names = Array.from({ length: columns }, (_, at) => `c${String(at)}`);
      const header = [...names, ...Array.from({ length: blank }, () => '')];
      const isFilled = row.slice(columns).some((text) => text.trim() !== '');
      expect(problemOf(header, row) !== null).toBe(row.length > header.length && isFilled);
    }),
  );
});

describe('where the header ends in a separator', () => {
  const names = 'ID,FirstName,LastName,PhoneNumber,RecommendedPhone,Address1,City,State,Zipcode'.split(',');
  const row = '1,Ana,Diaz,4085550101,4085550101,1 Main St,San Jose,CA,95112'.split(',');
  const shifted = row.toSpliced(6, 0, ' Apt 4');

  test.each([1, 2])('a cell that an unquoted comma has cut is no note, of %i ends', (ends) => {
    const end = Array.from({ length: ends }, () => '');
    const problem = '10 cells under 9 columns: a comma in a cell needs quotation marks';
    expect(problemOf([...names, ...end], [...shifted, ...end])).toBe(problem);
    expect(problemOf([...names, ...end], [...row, ...end])).toBeNull();
  });

  test('notes at the end of rows are left out, usual or not', () => {
    const check = createWidthCheck(',');
    check.header([...names, '']);
    for (const note of ['call after 5', '', 'call after 6']) {
      const record = CsvRecord.of([...row, note]);
      expect([check.problem(record), check.leftOut(record)]).toEqual([null, note]);
    }
  });

  test('a column that is matched without a heading has no notes', () => {
    const check = createWidthCheck(',', [9]);
    check.header([...names, '']);
    expect(check.problem(CsvRecord.of([...shifted, '']))).toBeNull();
    expect(check.problem(CsvRecord.of([...shifted, 'x']))).toContain('11 cells under 10 columns');
  });
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
