import { expect, test } from 'vitest';
import { errorsCsv } from './errors-csv.ts';

/** `Blob.text` drops the mark of UTF-8. */
const textOf = async (file: Blob) => Buffer.from(await file.arrayBuffer()).toString();

test('the messages of a CSV file of errors are quoted', async () => {
  const blob = errorsCsv([
    { line: 3, message: 'a "b", c' },
    { line: 4, message: 'a "b", c' },
  ]);
  expect(await textOf(blob)).toBe('\uFEFFLine,Message\r\n3,"a ""b"", c"\r\n4,"a ""b"", c"\r\n');
});

test.each(['=1+1', '+1', '-1+1', '@x', '\t=1', '＝1'])(
  'a message that begins like the formula %j gets an apostrophe',
  async (message) => {
    expect(await textOf(errorsCsv([{ line: 2, message }]))).toBe(`\uFEFFLine,Message\r\n2,'${message}\r\n`);
  },
);
