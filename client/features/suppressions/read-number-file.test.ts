import { expect, test } from 'vitest';
import { IMPORT_SAMPLE } from '#shared/contacts/suppression-list.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { readNumberFile } from './read-number-file.ts';

const read = (content: BlobPart) => readNumberFile(new Blob([content]));
const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => String(12_020_000_000 + index)).join('\n');
const listOf = (phones: string[], errors: unknown[] = [], repeated = 0) => ({
  kind: 'list',
  list: { phones, repeated, invalid: errors.length, errors },
});

test.each([
  ['one a line', '2025550143\r\n2025550144\r\n'],
  ['an old Mac’s lines', '2025550143\r2025550144'],
  ['with commas', '2025550143, 2025550144'],
  ['with semicolons', 'Name;Phone\nAna;2025550143\nBo;2025550144'],
  ['with tabs', 'Name\tPhone\nAna\t2025550143\nBo\t2025550144'],
  ['quoted', '"Phone Number","Note"\n"(202) 555-0143","a ""b"", c"\n"202-555-0144",""'],
  ['with a byte order mark', '\ufeffPhoneNumber\n+12025550143\n+12025550144'],
])('numbers are found %s', async (_how, content) => {
  expect(await read(content)).toEqual(listOf(['12025550143', '12025550144']));
});

test.each(['utf-16le', 'utf-16be', 'windows-1252'] as const)('a file in %s is read', async (encoding) => {
  const file = encodeText('Name;Phone\r\nZoë;2025550143\r\n', encoding);
  expect(await read(file)).toEqual(listOf(['12025550143']));
});

test('error line numbers match the lines of the file', async () => {
  expect(await read('\nPhoneNumber\n\n2025550143\nAna\n2025550143\n')).toEqual(
    listOf(['12025550143'], [{ line: 5, message: '"Ana" is not a US or Canadian phone number' }], 1),
  );
});

test('the sample file has no errors', async () => {
  expect(await read(IMPORT_SAMPLE)).toMatchObject({
    list: { phones: ['12025550143', '12025550187'], errors: [] },
  });
});

test('a list of 100,000 lines below a header is accepted and a longer one is rejected', async () => {
  const outcome = await read(`Phone\n${numbers(100_000)}\n`);
  expect(outcome.kind === 'list' && outcome.list.phones.length).toBe(100_000);
  expect(await read(`Phone\n${numbers(100_001)}\n`)).toEqual({
    kind: 'problem',
    message: 'The list has more than 100,000 lines. Please split it.',
  });
});

test.each([
  ['is empty', '', 'The file is empty.'],
  ['has a header alone', 'PhoneNumber\n', 'The list has no numbers.'],
  ['is a ZIP file', 'PK\x03\x04', 'This is a ZIP or Excel file, not CSV. Please save it as CSV UTF-8.'],
  ['is too large', 'x'.repeat(10 * 1024 * 1024 + 1), 'The list is larger than 10 MB. Please split it.'],
])('what %s is refused as a whole', async (_what, content, message) => {
  expect(await read(content)).toEqual({ kind: 'problem', message });
});
