import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPhone } from './phone-number.ts';
import { createNumberListReader, IMPORT_SAMPLE } from './suppression-list.ts';

function listOf(text: string) {
  const reader = createNumberListReader();
  for (const line of text.split(/\r?\n/)) reader.add(line.split(','));
  return reader.end();
}
const phonesOf = (text: string) => listOf(text).phones;

test('a list without a header has numbers only, one or several a line', () => {
  expect(listOf('2025550143\n\n(202) 555-0144, 202-555-0145\n')).toEqual({
    phones: ['12025550143', '12025550144', '12025550145'],
    repeated: 0,
    invalid: 0,
    errors: [],
  });
});

describe('every phone number of a row counts, an id never', () => {
  test.each([
    ['a record number beside the phone', 'Number,Mobile Phone\n4085550199,4085550101', ['14085550101']],
    ['two phone columns', 'Name,Phone,Mobile\nAna,4085550101,4085550102', ['14085550101', '14085550102']],
    ['ids of ten digits', 'Record ID,Mobile Phone\n2025550199,(408) 555-0101', ['14085550101']],
    ['an account number', 'Account Number,Number\n2025550199,4085550101', ['14085550101']],
    ['ids that are written as phone numbers', 'Contact ID,Phone\n202-555-0199,4085550101', ['14085550101']],
    ['the number of a person', 'Customer Number,Phone\n202-555-0199,4085550101', ['14085550101']],
    ['the id of a phone', 'Phone ID,Phone\n2025550199,4085550101', ['14085550101']],
    ['a column called number alone', 'Name,Number\nAna,4085550101', ['14085550101']],
    ['a header that says nothing', 'Kontakt,Erreichbar\nAna,4085550101', ['14085550101']],
    [
      'a phone number in another column',
      'Phone,Other\n4085550101,408-555-0102',
      ['14085550101', '14085550102'],
    ],
    [
      'both numbers of a contact list',
      'id,PhoneNumber,RecommendedPhone\n1,+12025550143,12025550199',
      ['12025550143', '12025550199'],
    ],
    [
      'phone columns whose first cells are empty',
      `Phone,Home Phone\n${'4085550101,\n'.repeat(300)},4085550102`,
      ['14085550101', '14085550102'],
    ],
    ['types of phones', 'Phone Type,Phone\nMobile,4085550101', ['14085550101']],
    ['no header', '1,Ana,4085550101,4085550102', ['14085550101', '14085550102']],
    ['area codes in a column of their own', '408,5550101\n650,555-0103', ['14085550101', '16505550103']],
    [
      'area codes below a header',
      'Area Code,Phone\n408,5550101\n(650),555-0103',
      ['14085550101', '16505550103'],
    ],
    [
      'numbers with their labels',
      '(408) 555-0101 (mobile)\nCell: (408) 555-0102\nAna,408-555-0103 home\nH: 4085550104; C: 4085550105',
      ['14085550101', '14085550102', '14085550103', '14085550104', '14085550105'],
    ],
    ['a byte order mark', '\uFEFFPhone Number,Name\n2025550143,Ana', ['12025550143']],
    [
      'places in place of phones in the header',
      'id,Home,Work,Cell\n2025550199,4085550101,4085550102,4085550103',
      ['14085550101', '14085550102', '14085550103'],
    ],
    ['a policy number', 'Policy Number,Contact\n2025550199,4085550101', ['14085550101']],
    ['a phone under the word for a person', 'Customer,Date\n4085550101,2026-01-02', ['14085550101']],
    ['blocked numbers', 'Blocked Number,Reason\n4085550101,asked', ['14085550101']],
    ['titles above the header', 'Customer report,\nMay 2026,\n\nPhone,Name\n4085550101,Ana', ['14085550101']],
    ['a date in the header', 'Record ID,Phone,20261120\n2025550199,4085550101,x', ['14085550101']],
    ['a title without a header', 'Customer report,\n(408) 555-0101,Ana', ['14085550101']],
    ['three parts of a number', 'NPA,NXX,Line\n408,555,0101\n650,555,0102', ['14085550101', '16505550102']],
    ['three parts without a header', '408,555,0101\n1,650,555,0102', ['14085550101', '16505550102']],
  ])('%s', (_, text, phones) => {
    const list = listOf(text);
    expect(list.phones).toEqual(phones);
    expect(list.errors).toEqual([]);
  });

  const spelling = fc.constantFrom(
    ...[
      'Phone',
      'Mobile Phone',
      'mobile_phone',
      'PhoneNumber',
      'Cell',
      'Tel.',
      'Phone 2',
      'HOME PHONE',
      'Téléphone',
    ],
  );
  const idHeader = fc.constantFrom(
    'Record ID',
    'id',
    'Contact Id',
    'customer_id',
    'Number',
    'Account No',
    'Order Number',
  );
  test('whatever the columns are called and however they are ordered', () => {
    fc.assert(
      fc.property(spelling, idHeader, fc.boolean(), fc.nat(9_999), (phone, id, isFirst, at) => {
        const number = String(4_085_550_000 + at);
        const cells = [
          [id, String(2_025_550_000 + at)],
          [phone, number],
        ] as const;
        const ordered = isFirst ? cells : cells.toReversed();
        const text = `${ordered.map(([name]) => name).join(',')}\n${ordered.map(([, cell]) => cell).join(',')}`;
        expect(phonesOf(text)).toEqual([`1${number}`]);
      }),
    );
  });
});

test('a line that cannot be read is named and leaves the others as they are', () => {
  const { phones, repeated, invalid, errors } = listOf(
    'Phone,Name\n2025550143,Ana\n\n555-0143,Bo\n,Cy\n+1 202 555 0143,Di\n2025550144,Ed',
  );
  expect(phones).toEqual(['12025550143', '12025550144']);
  expect([repeated, invalid]).toEqual([1, 2]);
  expect(errors).toEqual([
    { line: 4, message: '"555-0143" is not a US or Canadian phone number: it has too few digits' },
    { line: 5, message: 'Missing phone number' },
  ]);
});

test('a number that went through a spreadsheet is that number or an error, and nobody else’s', () => {
  expect(listOf('PhoneNumber\n408555012.0\n4085550125.0\n')).toMatchObject({
    phones: ['14085550125'],
    errors: [{ line: 2 }],
  });
});

test.each([' ::: ', '; ', ' / ', ' | ', ' or ', ' & ', '\t', '  '])(
  'all numbers of a cell count: %j',
  (between) => {
    const cell = ['4085550101', '408-555-0102', '+14085550103'].join(between);
    const list = listOf(`Phone,Name\n${cell},Ana`);
    expect(list).toMatchObject({ phones: ['14085550101', '14085550102', '14085550103'], errors: [] });
    expect(phonesOf(cell)).toEqual(list.phones);
  },
);

test('a number is never made of parts that belong to others', () => {
  for (const text of ['408,555,0101,9', '408,5550101,ext,9', '12,345,6789', '408 555', '0101 4085 55'])
    expect(phonesOf(text)).toEqual([]);
});

test('of several numbers in a cell one that cannot be read is named', () => {
  expect(listOf('Phone\n4085550101; 408555012.0\n')).toMatchObject({
    phones: ['14085550101'],
    errors: [{ line: 2, message: expect.stringContaining('it has a fraction') as string }],
  });
});

test('a first line with a number that cannot be read is no header', () => {
  expect(listOf('Bob,Work,408555012\nAna,Home,4085550101\n')).toMatchObject({
    phones: ['14085550101'],
    invalid: 1,
  });
});

test('a row without a number that is read is named by the one that cannot be read', () => {
  expect(listOf('Ana Diaz,408-555-0101 x1\n4085550102').errors).toEqual([
    { line: 1, message: '"408-555-0101 x1" is not a US or Canadian phone number: it has an extension' },
  ]);
});

describe('a row above the numbers that are read is an opt-out, not a title or a header, if it has a number', () => {
  test.each([
    ['Cell: (408) 555-0101 x1\n(408) 555-0102', [1]],
    ['Ana Diaz,408-555-0101 x1\nBen Lee,408-555-0102 x12 home\nDora,408-555-0104', [1, 2]],
    ['Ana,Mobile,555-0101\nBen,Home,4085550102', [1]],
    ['Ana,Mobile,408555010\nBen,Home,4085550102', [1]],
    ['Mobile,408555010.5;408555011\nHome,4085550102', [1]],
    ['2026-01-02 Ana Mobile 408-555-0101 x1\n4085550102', [1]],
    ['Ana 408-555-0101 x1\nName,Phone\nBen,4085550102', [1]],
  ])('%j', (text, lines) => {
    const list = listOf(text);
    expect(list.phones).toHaveLength(1);
    expect(list.errors.map(({ line }) => line)).toEqual(lines);
  });

  test.each([
    'DNC list exported 2026-01-02 10:00\nName,Phone',
    'Exported 01/02/2026 09:12 AM\nName,Phone',
    'Since 2026.01.02 until 2026/02/03 11:30:00\nName,Phone',
    'Phone 2,Phone',
    'Name,20261120,Phone',
    'Name,2024-2025,Phone',
    'Name,Phone (e.g. 408-555-0101)',
    'Name,Phone (format: 4085550101)',
  ])('%j is not about a person', (top) => {
    expect(listOf(`${top}\n4085550199,4085550102,4085550102`)).toMatchObject({ errors: [] });
  });
});

test('an id never counts where nothing else is a phone either', () => {
  for (const header of ['id', 'Record ID', 'Order Number', 'Account No', 'Invoice #', 'Zip'])
    expect(phonesOf(`${header}\n2025550199`)).toEqual([]);
});

test('a second phone that cannot be read is named, though the first one counts', () => {
  expect(listOf('Phone,Mobile\n2025550143,2025550144\n2025550145,202555014\n')).toMatchObject({
    phones: ['12025550143', '12025550144', '12025550145'],
    errors: [{ line: 3, message: '"202555014" is not a US or Canadian phone number: it has too few digits' }],
  });
  expect(listOf('2025550145,202555014').errors).toHaveLength(1);
});

describe('a number that cannot be read is named', () => {
  const read = fc.nat(9_999).map((at) => String(2_025_550_000 + at));
  const unread = fc.oneof(
    read.map((phone) => Number(phone).toExponential(4).replace('e', 'E')),
    read.map((phone) => `${phone} x12`),
    read.map((phone) => `202-555-${phone.slice(6)} (Ben)`),
    read.map((phone) => `May ${phone}`),
    read.map((phone) => phone.slice(0, 9)),
    read.map((phone) => `${phone}; 202555014`),
    read.map((phone) => `12${phone}`),
  );
  const header = fc.constantFrom('Mobile', 'Work Phone', 'Home', 'Evening Number');
  const others = fc.constantFrom('', 'none', 'n/a', '-', '0');

  test('however many of its column are not numbers either', () => {
    fc.assert(
      fc.property(header, read, unread, others, fc.nat(3), (name, phone, cell, other, at) => {
        const rows = Array.from({ length: 9 }, (_, index) => [`Ana,${phone}`, index < at ? phone : other]);
        const text = `Name,Phone,${name}\n${rows.map((row) => row.join(',')).join('\n')}\nBo,${phone},${cell}`;
        expect(listOf(text).errors.filter(({ line }) => line === 11)).toHaveLength(1);
        expect(listOf(`Name,Phone,${name}\nBo,${phone},${cell}`).errors).toHaveLength(1);
      }),
    );
  });

  test('without a header too', () => {
    fc.assert(
      fc.property(read, unread, (phone, cell) => {
        expect(listOf(`${phone}\n${phone},Bo,${cell}`).errors).toMatchObject([{ line: 2 }]);
      }),
    );
  });

  test.each([
    'Name,Phone,Phone Verified Date\nAna,2025550143,2026-01-02',
    'Name,Phone,SMS Consent Time\nAna,2025550143,2026-01-02T10:00:00Z',
    'Name,Phone,Phone Updated\nAna,2025550143,1/2/2026 10:00',
    'Name,Phone,Phone Updated\nAna,2025550143,2026-01-02T10:00:00.000Z',
    'Name,Phone,Phone Added\nAna,2025550143,Jan 2 2026 10:00',
    'Name,Phone,Cell Added\nAna,2025550143,02 January 2026 10:00',
    'Name,Phone,Home\nAna,2025550143,1234 Main St Apt 5 San Jose CA 95112-1234',
    'Name,Phone,Mobile\nAna,2025550143,none until 2026',
    '2025550143,Ana,2026-01-02 10:00:00',
    '2025550143,Ana,550e8400-e29b-41d4-a716-446655440000',
    '2025550143,2025550143@example.com',
  ])('and nothing else is: %j', (text) => {
    expect(listOf(text)).toMatchObject({ phones: ['12025550143'], errors: [] });
  });
});

test('errors are one a line, in order, and the first of them are kept', () => {
  const reader = createNumberListReader();
  for (let line = 1; line <= 20_000; line++) reader.add(['x', 'y', 'z']);
  reader.addMalformed('A quotation mark is misplaced');
  const { errors, invalid } = reader.end();
  expect([errors.length, invalid, errors[0]?.line]).toEqual([10_000, 20_000, 2]);
});

test.each([
  [39, 39, ''],
  [40, 40, ''],
  [41, 40, '…'],
  [500, 40, '…'],
])('of a cell of %i characters an error shows %i', (length, shown, rest) => {
  expect(listOf('x'.repeat(length)).errors[0]?.message).toBe(
    `"${'x'.repeat(shown)}${rest}" is not a US or Canadian phone number`,
  );
});

test('an empty list has no numbers', () => {
  for (const text of ['', '\n\n', 'PhoneNumber'])
    expect(listOf(text)).toEqual({ phones: [], repeated: 0, invalid: 0, errors: [] });
});

test('the sample file is a valid list', () => {
  const { phones, errors } = listOf(IMPORT_SAMPLE);
  expect(errors).toEqual([]);
  expect(phones.map(readPhone)).toEqual(phones);
  expect(phones).toHaveLength(2);
});

test('errors name their lines, in order, among blank lines and lines that cannot be read', () => {
  const reader = createNumberListReader();
  for (const cells of [['Phone'], ['x'], [''], ['2025550143']]) reader.add(cells);
  reader.addMalformed('The line cannot be read');
  reader.add(['y']);
  expect(reader.lines).toBe(6);
  const { errors } = reader.end();
  expect(errors.map(({ line, message }) => [line, message])).toEqual([
    [2, '"x" is not a US or Canadian phone number'],
    [5, 'The line cannot be read'],
    [6, '"y" is not a US or Canadian phone number'],
  ]);
});
