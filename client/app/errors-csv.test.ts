import { expect, test } from 'vitest';
import { errorsCsv } from './errors-csv.ts';

test('the messages of a CSV file of errors are quoted', async () => {
  const blob = errorsCsv([
    { line: 3, message: 'a "b", c' },
    { line: 4, message: 'a "b", c' },
  ]);
  expect(await blob.text()).toBe('Line,Message\r\n3,"a ""b"", c"\r\n4,"a ""b"", c"\r\n');
});

test.each(['=1+1', '+1', '-1+1', '@x', '\t=1', '＝1'])(
  'a message that begins like the formula %j gets an apostrophe',
  async (message) => {
    expect(await errorsCsv([{ line: 2, message }]).text()).toBe(`Line,Message\r\n2,'${message}\r\n`);
  },
);
