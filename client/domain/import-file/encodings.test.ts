import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { readContactFile } from './read-contact-file.ts';

const FIXTURES = new URL('../../../shared/fixtures/', import.meta.url);
const fileOf = async (name: string) => new Blob([await readFile(new URL(name, FIXTURES))]);
const read = (file: Blob, encoding?: Exclude<TextEncoding, 'utf-8'>) =>
  readContactFile(file, () => undefined, encoding === undefined ? AS_WRITTEN : { ...AS_WRITTEN, encoding });

describe('a file that is not Unicode', () => {
  test.each([
    ['mac-roman-cr', { first_name: 'José', last_name: 'Muñoz', city: 'Zürich' }],
    ['mac-roman-crlf', { first_name: 'José', last_name: 'Muñoz', city: 'Zürich' }],
    ['mac-roman-capitals', { first_name: 'Éva', last_name: 'Ñandú', city: 'Ägypten' }],
    ['windows-1250', { first_name: 'Łukasz', last_name: 'Wiśniewski', city: 'Łódź' }],
    ['windows-1251', { first_name: 'Ольга', last_name: 'Иванова', city: 'Москва' }],
    ['gbk', { first_name: '伟', last_name: '王', city: '北京' }],
    ['shift-jis', { first_name: '太郎', last_name: '山田', city: '東京' }],
  ])('in %s is read', async (name, contact) => {
    const { outcome, contact: at } = await read(await fileOf(`encodings/${name}.csv`));
    expect(outcome).toMatchObject({ kind: 'ready', summary: { warnings: [] } });
    expect(await at(0)).toMatchObject(contact);
  });

  test('as Excel saves “CSV (MS-DOS)” is read in several parts, and rightly', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => {
      const phone = String(14_085_550_000 + at);
      return `${String(at + 1)},José,Muñoz,+${phone},${phone}`;
    });
    const csv = ['id,FirstName,LastName,PhoneNumber,RecommendedPhone', ...rows].join('\n');
    const { contact } = await read(new Blob([encodeText(csv, 'ibm850')]));
    expect(await contact(4_999)).toMatchObject({ first_name: 'José', last_name: 'Muñoz' });
  });

  const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
  const ambiguous = new Blob([
    encodeText(`${HEADER}\n1,Sol’s,D’az,12025550143,12025550143\n`, 'windows-1252'),
  ]);

  test('is asked about if its text reads well in several encodings', async () => {
    const { outcome } = await read(ambiguous);
    if (outcome.kind !== 'encoding') throw new Error(outcome.kind);
    const samples = outcome.choices.map(({ encoding, sample }) => [encoding, ...sample]);
    expect(samples).toContainEqual(['macintosh', 'Solís', 'Díaz']);
    expect(samples).toContainEqual(['windows-1252', 'Sol’s', 'D’az']);
  });

  test('is read in the encoding that was chosen, and sent as UTF-8', async () => {
    const { outcome, contact } = await read(ambiguous, 'macintosh');
    if (outcome.kind !== 'ready') throw new Error(outcome.kind);
    expect(await contact(0)).toMatchObject({ first_name: 'Solís', last_name: 'Díaz' });
    expect(await outcome.matched?.text()).toContain('1,Solís,Díaz,');
  });

  test('is refused with advice if its text is no names in any encoding', async () => {
    const bytes = Uint8Array.from([...encodeText(`${HEADER}\n1,`, 'utf-8'), 0x81, 0x8d, 0xff, 0xfe, 0x90]);
    expect((await read(new Blob([bytes]))).outcome).toEqual({
      kind: 'unreadable',
      message: 'The file is not UTF-8 text. Please save it as CSV UTF-8.',
    });
  });
});

describe('text that was damaged before', () => {
  test.each([
    ['utf8-fffd', { code: 'lost_character', count: 1, line: 2 }],
    ['utf8-fffd-unused', { code: 'lost_character', count: 1, line: 2 }],
    ['utf16-fffd', { code: 'lost_character', count: 1, line: 2 }],
    ['mojibake', { code: 'garbled_text', count: 2, line: 2 }],
  ])('in %s is a warning', async (name, warning) => {
    const { outcome } = await read(await fileOf(`encodings/${name}.csv`));
    expect(outcome).toMatchObject({ kind: 'ready', summary: { warnings: [warning] } });
  });
});

test('a row with more filled cells than the header has columns is an error, as written and matched', async () => {
  const file = await fileOf('contacts-unquoted-comma.csv');
  const errors = { lines: Uint32Array.of(3) };
  const positions = [0, 1, 2, 3, 4, -1, -1, -1, -1, -1, -1, -1, 5];
  const mapping = { positions, numbersRows: false, lastNameOptional: false, headerRow: 0 };
  for (const reading of [AS_WRITTEN, { ...AS_WRITTEN, mapping }]) {
    const { outcome } = await readContactFile(file, () => undefined, reading);
    if (outcome.kind !== 'data') throw new Error(outcome.kind);
    expect([...outcome.errors.lines]).toEqual([...errors.lines]);
    expect(JSON.stringify(outcome.errors)).toContain(
      '9 cells under 8 columns: a comma in a cell needs quotation marks',
    );
  }
});
