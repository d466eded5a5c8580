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

describe('the numbers of callers and called are all opt-outs: nothing tells lines of a business from people', () => {
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
  const called = [
    'Called Number',
    'Called',
    'To',
    'To Number',
    'Dialed',
    'DNIS',
    'DID',
    'Destination Number',
  ];
  const line = (at: number) => String(8_005_550_100 + at);
  const people = (count: number) => Array.from({ length: count }, (_, at) => numberOf(at));
  const dialled = (numbers: readonly string[]) => numbers.map((number) => `1${number}`).toSorted();
  const phonesOf = (header: readonly string[], rows: readonly (readonly string[])[]) =>
    listOf([header, ...rows]).phones.toSorted();

  test('whoever called whom, in whichever order, and through however many lines', () => {
    const rows = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }));
    const header = fc.tuple(fc.constantFrom(...callers), fc.constantFrom(...called));
    fc.assert(
      fc.property(
        header,
        rows,
        fc.boolean(),
        fc.boolean(),
        ([caller, to], [count, lines], isOutbound, isFirst) => {
          const through = people(count).map((_, at) => line(at % lines));
          const cells = people(count).map((person, at) => [person, through[at] ?? '']);
          const ordered = [isOutbound ? [to, caller] : [caller, to], ...cells].map((row) =>
            isFirst ? row : row.toReversed(),
          );
          const [names = [], ...list] = ordered.map((row) => ['Date', ...row, 'Result']);
          expect(phonesOf(names, list)).toEqual(dialled([...people(count), ...new Set(through)]));
        },
      ),
    );
  });

  test('a person who is called from many lines, or calls many', () => {
    for (const header of [
      ['Caller ID', 'Called Number'],
      ['Called Number', 'Caller ID'],
    ])
      for (const count of [1, 12, 60]) {
        const rows = people(count).map((number) => [number, '4085550101']);
        expect(phonesOf(header, rows)).toContain('14085550101');
      }
  });

  test('wherever people are called below many who call', () => {
    const inbound = people(60).map((person) => [person, line(0)]);
    const outbound = ['4085550101', '4085550102'].map((person) => [line(0), person]);
    for (const rows of [
      [...inbound, ...outbound],
      [...inbound.slice(0, 20), ...outbound],
    ])
      expect(phonesOf(['Caller ID', 'Called Number'], rows)).toEqual(
        expect.arrayContaining(dialled(['4085550101', '4085550102'])),
      );
  });

  test.each([
    ['the caller id that a phone was shown', ['Phone Number', 'Caller ID'], 12, [line(0)]],
    ['lines beside an own phone', ['Phone Number', 'Tracking Number'], 1, []],
    ['numbers called without a caller', ['Called Number', 'Name'], 12, [line(0)]],
  ])('%s', (_, header, count, more) => {
    const rows = people(count).map((person) =>
      header[0] === 'Called Number' ? [line(0), person] : [person, line(0)],
    );
    const expected = header[1] === 'Name' ? more : [...people(count), ...more];
    expect(phonesOf(header, rows)).toEqual(dialled(expected));
  });

  test('no caller is left out for lines whose callers are withheld', () => {
    const rows = [1, 2].map((at) => ['Anonymous', numberOf(at)]);
    expect(phonesOf(['Caller ID', 'Called Number'], rows)).toEqual(dialled([numberOf(1), numberOf(2)]));
  });
});
