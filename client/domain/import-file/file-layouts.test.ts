import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { encodeText } from '#shared/fixtures/encode-text.ts';
import { readContactFile } from './read-contact-file.ts';

const HEADER = ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'Address1', 'City'];
const DELIMITERS = [',', ';', '\t', '|'] as const;
const NEWLINES = ['\n', '\r\n', '\r'] as const;

interface Written {
  encoding: TextEncoding;
  marked: boolean;
}
const WRITTEN: readonly Written[] = [
  { encoding: 'utf-8', marked: false },
  { encoding: 'utf-8', marked: true },
  { encoding: 'utf-16le', marked: false },
  { encoding: 'utf-16le', marked: true },
  { encoding: 'utf-16be', marked: false },
  { encoding: 'utf-16be', marked: true },
  { encoding: 'windows-1252', marked: false },
];

function fileOf(
  table: string[][],
  { encoding, marked }: Written,
  [delimiter, newline]: readonly [string, string],
): Blob {
  const text = Papa.unparse(table, { delimiter, newline, escapeFormulae: false });
  return new Blob([encodeText(`${marked ? '\uFEFF' : ''}${text}`, encoding)]);
}

/** Reads a file, and answers in which encoding it is if that is asked: a text of few letters may be in several. */
const contactsOf = async (file: Blob, count: number, encoding: TextEncoding = 'utf-8') => {
  const first = await readContactFile(file, () => undefined);
  const isAsked = first.outcome.kind === 'encoding';
  const read = isAsked ? await readContactFile(file, () => undefined, { ...AS_WRITTEN, encoding }) : first;
  const indexes = Array.from({ length: count }, (_, index) => index);
  // A file whose encoding was chosen is sent as it is written anew.
  const outcome = isAsked ? { ...read.outcome, matched: null } : read.outcome;
  return { outcome, contacts: await Promise.all(indexes.map(read.contact)) };
};

const rowOf = (index: number, [address, city]: readonly [string, string]) => {
  const phone = String(12_025_550_000 + index);
  return [String(index + 1), 'Zoë', 'Müller', `+${phone}`, phone, address, city];
};

test.each(DELIMITERS)('titles above headers separated by %j are left out', async (delimiter) => {
  const table = [['Kundenliste 2026'], [''], HEADER, rowOf(0, ['1 High St', 'Köln'])];
  const { outcome } = await contactsOf(
    fileOf(table, { encoding: 'utf-8', marked: false }, [delimiter, '\r\n']),
    0,
  );
  expect(outcome).toMatchObject({ kind: 'header', header: { at: 1, names: HEADER } });
});

describe.each(WRITTEN)('$encoding, with a mark: $marked', (written) => {
  test.each(DELIMITERS)('separated by %j', async (delimiter) => {
    const table = [HEADER, rowOf(0, ['12 High St; rear', 'Köln, Süd']), rowOf(1, ['a\tb|c', '"Old" town'])];
    const { outcome, contacts } = await contactsOf(fileOf(table, written, [delimiter, '\r\n']), 2);
    expect(outcome).toMatchObject({ kind: 'ready', summary: { contacts: 2 } });
    expect(contacts).toMatchObject([
      { first_name: 'Zoë', last_name: 'Müller', address1: '12 High St; rear', city: 'Köln, Süd' },
      { phone_number: '+12025550001', address1: 'a\tb|c', city: '"Old" town' },
    ]);
  });
});

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '|', '\n', ' '),
  maxLength: 8,
});
const addresses = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 });

test('the same table reads the same in every encoding, delimiter and line end', async () => {
  await fc.assert(
    fc.asyncProperty(
      addresses,
      fc.constantFrom(...WRITTEN),
      fc.constantFrom(...DELIMITERS),
      fc.constantFrom(...NEWLINES),
      async (places, written, delimiter, newline) => {
        // A carriage return alone ends lines only in files without line feeds.
        const inCells = places.map(([a, b]) => (newline === '\r' ? [a, b].map(withoutBreaks) : [a, b]));
        const table = [HEADER, ...inCells.map(([a = '', b = ''], index) => rowOf(index, [a, b]))];
        const plain = await contactsOf(
          fileOf(table, { encoding: 'utf-8', marked: false }, [',', '\n']),
          places.length,
        );
        const other = await contactsOf(
          fileOf(table, written, [delimiter, newline]),
          places.length,
          written.encoding,
        );
        expect(other).toEqual(plain);
        expect(plain.outcome.kind).toBe('ready');
      },
    ),
    {
      numRuns: 150,
      examples: [
        [
          [
            ['', 'éa'],
            ['\téa', 'éé'],
          ],
          { encoding: 'windows-1252', marked: false },
          ',',
          '\n',
        ],
      ],
    },
  );
});

const withoutBreaks = (text: string) => text.replaceAll('\n', ' ');

test.each(WRITTEN)('a long file is cut into chunks between characters: %j', async (written) => {
  const count = 20_000;
  const table = [HEADER, ...Array.from({ length: count }, (_, at) => rowOf(at, ['Straße 1\nRear', 'Malmö']))];
  const read = await readContactFile(fileOf(table, written, [';', '\n']), () => undefined);
  expect(read.outcome).toMatchObject({ kind: 'ready', summary: { contacts: count } });
  for (const index of [0, 777, 12_345, count - 1])
    expect(await read.contact(index)).toMatchObject({ id: String(index + 1), city: 'Malmö' });
});

describe('a damaged file', () => {
  const table = [HEADER, rowOf(0, ['High St', 'Łódź'])];
  const utf16 = fileOf(table, { encoding: 'utf-16le', marked: true }, [',', '\n']);
  const utf8 = fileOf(table, { encoding: 'utf-8', marked: false }, [',', '\n']);

  test.each([
    ['UTF-16 that ends in half a character', utf16.slice(0, utf16.size - 1), 'The file is not UTF-16 text.'],
    ['UTF-8 that ends in half a character', utf8.slice(0, utf8.size - 1), 'The file is not UTF-8 text.'],
    ['UTF-16 with NUL', fileOf([HEADER, ['\0']], { encoding: 'utf-16be', marked: true }, [',', '\n'])],
  ])('%s is refused', async (_, file, message = 'This is not a text file.') => {
    const { outcome } = await readContactFile(file, () => undefined);
    expect(outcome).toEqual({ kind: 'unreadable', message: `${message} Please save it as CSV UTF-8.` });
  });
});

test('the line sep=; of Excel and empty lines before the header are skipped', async () => {
  const lines = ['sep=;', '', ';;;;;', HEADER.join(';'), rowOf(0, ['1 High St', 'Bern']).join(';'), ''];
  const { outcome, contacts } = await contactsOf(new Blob([lines.join('\r\n')]), 1);
  expect(outcome).toMatchObject({ kind: 'ready', summary: { contacts: 1 } });
  expect(contacts).toMatchObject([{ id: '1', city: 'Bern' }]);
});
