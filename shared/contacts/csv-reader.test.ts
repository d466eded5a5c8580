import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { CsvReader, type Delimiter } from './csv-reader.ts';
import { MalformedCsvError } from './malformed-csv.ts';
import type { CsvRecord } from './csv-record.ts';

/** Parses a text given in chunks; an error is appended as the last record. */
function recordsOf(parts: readonly string[], newline: '\n' | '\r' = '\n'): string[][] {
  const reader = new CsvReader(newline);
  const records: string[][] = [];
  const take = (record: CsvRecord) => records.push(record.cells());
  try {
    for (const part of parts.slice(0, -1)) reader.read(part, take);
    reader.end(parts.at(-1) ?? '', take);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    records.push([error.message]);
  }
  return records;
}

const cutAt = (text: string, places: readonly number[]) => {
  const cuts = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...cuts].map((cut, index) => text.slice(cut, cuts[index]));
};

describe('records', () => {
  test.each([
    [
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,,\n,\n',
      [
        ['a', '', ''],
        ['', ''],
      ],
    ],
    ['\n \nx', [[''], [' '], ['x']]],
    ['"a,b","c""d",""\n', [['a,b', 'c"d', '']]],
    [
      '"two\r\nlines",x\r\n"",""',
      [
        ['two\r\nlines', 'x'],
        ['', ''],
      ],
    ],
    ['a, "b, c" ,d\n', [['a', 'b, c', 'd']]],
    ['12" pipe,5\'\n', [['12" pipe', "5'"]]],
    ['a,"b"', [['a', 'b']]],
    ['"a",', [['a', '']]],
    ['"a"\r\n"b" \r\n', [['a'], ['b']]],
    ['', []],
  ])('%j', (text, records) => {
    expect(recordsOf([text])).toEqual(records);
    expect(recordsOf(Array.from(text))).toEqual(records);
  });

  test('lines may end with a carriage return alone', () => {
    expect(recordsOf(['a,b\r"c\n",d\r'], '\r')).toEqual([
      ['a', 'b'],
      ['c\n', 'd'],
    ]);
  });

  test('a byte order mark is not part of the first cell, quoted or not', () => {
    expect(recordsOf(['\uFEFFid,x\n', '\uFEFFa,b'])).toEqual([
      ['id', 'x'],
      ['\uFEFFa', 'b'],
    ]);
    expect(recordsOf(['\uFEFF"id",x'])).toEqual([['id', 'x']]);
  });
});

describe('malformed CSV', () => {
  test.each([
    ['a\n"b\nc\nd', [['a'], ['A quotation mark is never closed']]],
    ['a\n"b"c\nd', [['a'], ['A quotation mark is misplaced']]],
    ['a\n"b" "c"\nd', [['a'], ['A quotation mark is misplaced']]],
  ])('%j', (text, records) => {
    expect(recordsOf([text])).toEqual(records);
    expect(recordsOf(Array.from(text))).toEqual(records);
  });

  test('a record that exceeds the maximum length is rejected', () => {
    const million = 'x'.repeat(1_000_000);
    const parts = (first: string) => [first, ...Array<string>(9).fill(million)];
    expect(recordsOf(parts('a\n'))).toEqual([['a'], ['The line is too long']]);
    expect(recordsOf(parts('a\n"'))).toEqual([['a'], ['A quotation mark is never closed']]);
  });

  test('a record is too long in one chunk as in several, by its first character too many', () => {
    const most = 'x'.repeat(4 * 1024 * 1024);
    for (const parts of [1, 2]) {
      const read = (text: string) =>
        recordsOf(parts === 1 ? [text] : [text.slice(0, -2), text.slice(-2)])
          .flat()
          .map((cell) => cell.slice(0, 32));
      expect(read(`a\n${most}\nb`)).toEqual(['a', 'x'.repeat(32), 'b']);
      expect(read(`a\n${most}x\nb`)).toEqual(['a', 'The line is too long']);
      expect(read(`a\n${most}"\nb`)).toEqual(['a', 'The line is too long']);
      expect(read(`a\n"${most}"\nb`)).toEqual(['a', 'A quotation mark is never closed']);
    }
  });
});

describe('cells of a record', () => {
  test('as many as a spreadsheet has columns are read, more are malformed', () => {
    const most = Array<string>(16_384).fill('"a""b"').join(',');
    expect(recordsOf([`a\n${most}\nb`]).map(({ length }) => length)).toEqual([1, 16_384, 1]);
    expect(recordsOf([`a\n${most},x\nb`])).toEqual([['a'], ['The line has more than 16,384 cells']]);
  });

  test('a reader may take more', () => {
    const counts: number[] = [];
    const reader = new CsvReader('\n', ',', { maxCells: 100_000 });
    reader.end('1,'.repeat(99_999), ({ count }) => counts.push(count));
    expect(counts).toEqual([100_000]);
  });
});

describe('a reader that leaves out malformed lines', () => {
  const read = (parts: readonly string[]) => {
    const found: unknown[] = [];
    const malformed = ({ message }: MalformedCsvError) => found.push(message);
    const reader = new CsvReader('\n', ',', { malformed });
    const take = (record: CsvRecord) => found.push(record.cells());
    for (const part of parts.slice(0, -1)) reader.read(part, take);
    reader.end(parts.at(-1) ?? '', take);
    return found;
  };

  test.each([
    ['a\n"b"c\nd', [['a'], 'A quotation mark is misplaced', ['d']]],
    ['a\n"b\nc\nd', [['a'], 'A quotation mark is never closed', ['c'], ['d']]],
    ['"a""b"c', ['A quotation mark is misplaced']],
    [`"x\n"a""b",1\n`, ['A quotation mark is misplaced', ['a"b', '1']]],
  ])('%j', (text, found) => {
    expect(read([text])).toEqual(found);
    expect(read(Array.from(text))).toEqual(found);
  });
});

const cell = fc.oneof(
  fc.constantFrom('', 'Ana', '+12025550100', '12 High St', 'Zoë', ' spaced '),
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'ß', '😀'), maxLength: 6 }),
);
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 12 });

describe('CSV written by a spreadsheet', () => {
  test('is parsed correctly for any split into chunks', () => {
    fc.assert(
      fc.property(
        table,
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        fc.array(fc.nat(500)),
        (records, newline, quotes, places) => {
          const text = Papa.unparse(records, { newline, quotes });
          // A trailing record of one empty cell has no representation.
          fc.pre(!text.endsWith('\n') && text !== '');
          expect(recordsOf(cutAt(text, places))).toEqual(records);
        },
      ),
    );
  });

  test('is parsed like papaparse if there are no spaces around quotation marks', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n'), maxLength: 30 });
    fc.assert(
      fc.property(line, (text) => {
        const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
        fc.pre(errors.length === 0 && text !== '');
        expect(recordsOf([text])).toEqual(text.endsWith('\n') ? data.slice(0, -1) : data);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** What `CsvReader` documents, by regular expressions over the whole text; undefined for malformed CSV. */
function plainRecords(text: string, delimiter: Delimiter): string[][] | undefined {
  const mark = delimiter === '|' ? '\\|' : delimiter;
  const space = delimiter === '\t' ? ' ' : '[ \\t]';
  const cells = new RegExp(
    `${space}*"((?:[^"]|"")*)"(?!")${space}*(${mark}|\\r?\\n|\\r?$)|(?!${space}*")([^${mark}\\n]*?)(${mark}|\\r?\\n|\\r?$)`,
    'y',
  );
  const records: string[][] = [];
  for (let record: string[] = []; cells.lastIndex < text.length || record.length > 0;) {
    const found = cells.exec(text);
    if (found === null) return undefined;
    const [, quoted, afterQuoted, plain = '', afterPlain] = found;
    record.push(quoted?.replaceAll('""', '"') ?? plain);
    if ((afterQuoted ?? afterPlain) === delimiter) continue;
    records.push(record);
    record = [];
  }
  return records;
}

describe('hostile text', () => {
  const characters = fc.constantFrom(
    ...'a1+",;\t|\n\r \0\u007F\u0080ÿßĬ\u2028\uFEFF\uD800'.split(''),
    '😀',
    '""',
    '"\n',
  );
  const long = fc.constantFrom('x'.repeat(70_000), 'ß'.repeat(40_000), `"${',\n'.repeat(40_000)}"`);
  const hostile = fc.array(fc.oneof({ weight: 60, arbitrary: characters }, { weight: 1, arbitrary: long }), {
    maxLength: 60,
  });
  const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t', '|');

  test('is parsed as documented, in any chunks, with their bytes and without', () => {
    const isAscii = (part: string) => /^[\0-\u007F]*$/.test(part);
    fc.assert(
      fc.property(hostile, delimiters, fc.array(fc.nat(90_000)), (units, delimiter, places) => {
        const text = units.join('').replace(/^\uFEFF+/, '');
        const expected = plainRecords(text, delimiter);
        const records: string[][] = [];
        const reader = new CsvReader('\n', delimiter);
        const take = (record: CsvRecord) => records.push(record.cells());
        const parts = cutAt(text, places);
        const read = () => {
          for (const [at, part] of parts.entries()) {
            const bytes = isAscii(part) ? new TextEncoder().encode(part) : undefined;
            if (at === parts.length - 1) reader.end(part, take, bytes);
            else reader.read(part, take, bytes);
            // The caller may use its memory again.
            bytes?.fill(0x22);
          }
        };
        if (expected === undefined) expect(read).toThrow(MalformedCsvError);
        else read();
        expect(records).toEqual(expected ?? expect.anything());
      }),
      { numRuns: 2_000 },
    );
  });
});
