import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from './contacts/csv-reader.ts';
import { csvLine } from './csv-line.ts';

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
