import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CsvReader } from '#shared/contacts/csv-reader.ts';
import { csvText } from './csv-download.ts';

/** What spreadsheets take for a formula, in ASCII and full width. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

const cell = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    '=HYPERLINK("http://x.example")',
    '+1',
    '-x',
    '@SUM(A1)',
    '\t=1',
    '\r\n=1',
    '＝1',
    '-12.50',
  ),
);
const record = fc.array(cell, { minLength: 3, maxLength: 3 });

async function recordsOf(headers: string[], rows: string[][]): Promise<string[][]> {
  const batches = (async function* () {
    yield rows;
  })();
  let text = '';
  for await (const part of csvText(headers, batches)) text += part;
  const read: string[][] = [];
  new CsvReader('\n', ',').end(text, (one) => void read.push(one.cells()));
  return read;
}

test('no cell of a file is a formula, whether a header or a value', async () => {
  await fc.assert(
    fc.asyncProperty(record, fc.array(record, { maxLength: 3 }), async (headers, rows) => {
      for (const cells of await recordsOf(headers, rows))
        for (const read of cells) expect(FORMULA.test(read) && !/^-\d+(\.\d+)?$/.test(read)).toBe(false);
    }),
  );
});

test('headers that are own columns are shown as text', async () => {
  const [headers] = await recordsOf(['Phone', '=1+1', '-7'], []);
  expect(headers).toEqual(['Phone', "'=1+1", '-7']);
});
