import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from './contacts/csv-reader.ts';
import { csvLine, spreadsheetLine } from './csv-line.ts';

const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\r', '\n', ';', "'", 'é', '=') });
const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });

test.each(['\r\n', '\n'])('what is written with line ends %j is read again cell by cell', (lineEnd) => {
  fc.assert(
    fc.property(table, (rows) => {
      const read: string[][] = [];
      const reader = new CsvReader('\n');
      reader.end(rows.map((cells) => csvLine(cells, lineEnd)).join(''), (record) => {
        read.push(record.cells());
      });
      expect(read).toEqual(rows);
    }),
  );
});

test('cells are quoted only where they must be', () => {
  expect(csvLine(['a b', '', "it's", 'x,y', 'say "no"', '1\n2'])).toBe(
    'a b,,it\'s,"x,y","say ""no""","1\n2"\r\n',
  );
});

test('cells that a spreadsheet would take for formulas are shown as text, and numbers stay numbers', () => {
  expect(spreadsheetLine([-1, '-2.50', '-1+1', '=a', '+1 "x"', '@', '\r=1', '＝1', '12', 'a=b'])).toBe(
    `-1,-2.50,'-1+1,'=a,"'+1 ""x""",'@,"'\r=1",'＝1,12,a=b\r\n`,
  );
});
