import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNumberListReader } from './suppression-list.ts';

function listOf(rows: readonly (readonly string[])[]) {
  const reader = createNumberListReader();
  for (const row of rows) reader.add(row);
  return reader.end();
}
const numberOf = (at: number) => String(2_025_550_000 + at);

const PHONES = ['Phone', 'Mobile Number', 'Cell', 'WhatsApp', 'Telefonnummer', 'Ph No.', 'Mob', 'Land Line'];
const PLACES = [
  'Home',
  'Work',
  'Office',
  'Alternate',
  'Alt.',
  'Other',
  'Second',
  'Evening',
  'Primary',
  'DNC',
];
const NUMBERS = ['Number', 'No.', 'Nr', 'Contact', 'Contact Number', 'Number 2'];
const IDS = ['Number', 'No.', 'Contact', 'Contact No', 'Line No', 'Order Number', 'Home Policy Number', 'Id'];

const spelt = fc.constantFrom<(header: string) => string>(
  (header) => header,
  (header) => header.toUpperCase(),
  (header) => header.toLowerCase().replaceAll(' ', '_'),
  (header) => header.replaceAll(' ', ''),
);
const oneOf = (headers: readonly string[]) =>
  fc.tuple(fc.constantFrom(...headers), spelt).map(([header, spell]) => spell(header));
const placed = fc
  .tuple(fc.constantFrom(...PLACES), fc.constantFrom(...NUMBERS), spelt)
  .map(([place, number, spell]) => spell(`${place} ${number}`));

describe('a column is one of phones by its header, whatever other columns have phones', () => {
  test('a word of phones, or of a place beside one for a number', () => {
    const headers = fc.array(fc.oneof(oneOf(PHONES), placed), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(headers, fc.nat(5), (columns, at) => {
        const header = columns.toSpliced(at, 0, 'Name');
        const row = columns.map((_, index) => numberOf(index)).toSpliced(at, 0, 'Ana');
        expect(listOf([header, row])).toMatchObject({
          phones: columns.map((_, index) => `1${numberOf(index)}`),
          errors: [],
        });
      }),
      { numRuns: 500 },
    );
  });

  test('not a word for a number that may count records', () => {
    fc.assert(
      fc.property(oneOf(IDS), fc.oneof(oneOf(PHONES), placed), fc.boolean(), (id, phone, isFirst) => {
        const cells = [
          [id, numberOf(1)],
          [phone, numberOf(2)],
        ] as const;
        const ordered = isFirst ? cells : cells.toReversed();
        const rows = [ordered.map(([name]) => name), ordered.map(([, cell]) => cell)];
        expect(listOf(rows).phones).toEqual([`1${numberOf(2)}`]);
      }),
      { numRuns: 300 },
    );
  });

  test('though the first rows have phones in another column alone', () => {
    const empty = Array.from({ length: 60 }, (_, at) => [numberOf(at), '']);
    const { phones } = listOf([['Number', 'Phone'], ...empty, ['', numberOf(99)]]);
    expect(phones).toHaveLength(61);
  });
});

describe('the numbers of callers are opt-outs, those of the lines of a business are none', () => {
  const callers = [
    'Caller ID',
    'CallerID',
    'caller_id',
    'callerid',
    'ANI',
    'Caller Number',
    'Caller',
    'Caller Phone',
  ];
  const lines = [
    'Tracking Number',
    'Called Number',
    'To',
    'To Number',
    'Dialed',
    'DNIS',
    'Destination Number',
  ];
  const headers = fc.tuple(fc.constantFrom(...callers), fc.constantFrom(...lines), fc.boolean());

  test('however they are called and ordered, and few lines have many callers', () => {
    fc.assert(
      fc.property(headers, fc.integer({ min: 1, max: 20 }), ([caller, line, isFirst], count) => {
        const rows = [
          [caller, line],
          ...Array.from({ length: count }, (_, at) => [numberOf(at), '(800) 555-0199']),
        ];
        const ordered = isFirst ? rows : rows.map((row) => row.toReversed());
        expect(listOf(ordered.map((row) => ['Date', ...row]))).toMatchObject({
          phones: Array.from({ length: count }, (_, at) => `1${numberOf(at)}`),
          errors: [],
        });
      }),
    );
  });

  test.each([
    ['the caller id that a phone was shown', ['Phone Number', 'Caller ID'], []],
    ['lines beside an own phone', ['Phone Number', 'Tracking Number'], []],
    ['numbers called without a caller', ['Called Number', 'Name'], ['18005550199']],
    ['many numbers called from one line', ['To', 'Caller ID'], ['18005550199']],
  ])('%s', (_, header, more) => {
    const rows = [1, 2, 3].map((at) => [numberOf(at), '(800) 555-0199']);
    const people = [1, 2, 3].map((at) => `1${numberOf(at)}`);
    expect(listOf([header, ...rows]).phones.toSorted()).toEqual([...people, ...more]);
  });

  test('no caller is left out for lines whose callers are withheld', () => {
    const list = listOf([
      ['Caller ID', 'Called Number'],
      ['Anonymous', numberOf(1)],
      ['Anonymous', numberOf(2)],
    ]);
    expect(list.phones).toEqual([`1${numberOf(1)}`, `1${numberOf(2)}`]);
  });
});
