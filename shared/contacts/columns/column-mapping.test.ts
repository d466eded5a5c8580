import { describe, expect, test } from 'vitest';
import {
  headerSignature,
  mappingProblem,
  matchRecords,
  suggestedMapping,
  type ColumnMapping,
} from './column-mapping.ts';
import { nearestColumns } from './column-names.ts';
import { CONTACT_COLUMNS } from './contact-columns.ts';
import { CsvRecord } from '#shared/contacts/csv-record.ts';

const nearestTo = (header: string, names: string[]) => {
  const at = nearestColumns(names)[CONTACT_COLUMNS.findIndex((column) => column.header === header)] ?? -1;
  return names[at];
};

test.each([
  ['FirstName', ['Nr', 'First Name', 'Last']],
  ['FirstName', ['x', 'first_name']],
  ['FirstName', ['x', 'Given name']],
  ['FirstName', ['x', 'Fristname']],
  ['FirstName', ['x', 'Customer first name']],
  ['LastName', ['x', 'Surname']],
  ['PhoneNumber', ['x', 'Mobile']],
  ['PhoneNumber', ['x', 'CELL']],
  ['PhoneNumber', ['x', 'Tel.']],
  ['PhoneNumber', ['x', 'Phone No.']],
  ['PhoneNumber', ['x', 'Telephne']],
  ['Zipcode', ['x', 'Zip']],
  ['State', ['x', 'Province']],
  ['Email', ['x', 'E-mail']],
])('%s is nearest to the second of %j', (header, names) => {
  expect(nearestTo(header, names)).toBe(names[1]);
});

test('nothing is near to other names', () => {
  expect(nearestTo('LastName', ['id', 'Plan', 'Renewal date', '', 'x'.repeat(1_000)])).toBeUndefined();
});

describe('a mapping', () => {
  const names = ['Given', 'Surname', 'Cell', 'Plan', 'City'];
  const suggested = suggestedMapping(names);

  test('is suggested by the names: the phone for both numbers, numbered rows without an id', () => {
    const by = Object.fromEntries(CONTACT_COLUMNS.map(({ header }, at) => [header, suggested.positions[at]]));
    expect(by).toMatchObject({
      id: -1,
      FirstName: 0,
      LastName: 1,
      PhoneNumber: 2,
      RecommendedPhone: 2,
      City: 4,
    });
    expect(suggested.numbersRows).toBe(true);
    expect(mappingProblem(suggested, names)).toBeNull();
  });

  test('of a documented header is the documented one', () => {
    const documented = CONTACT_COLUMNS.map(({ header }) => header);
    expect(suggestedMapping(documented)).toEqual({ positions: [...documented.keys()], numbersRows: false });
  });

  test.each<[string, Partial<ColumnMapping>, string]>([
    ['without an id', { numbersRows: false }, 'Choose a column for id.'],
    [
      'with a column twice',
      { positions: suggested.positions.with(2, 0) },
      '"Given" is chosen for both FirstName and LastName.',
    ],
    ['without a name', { positions: suggested.positions.with(1, -1) }, 'Choose a column for FirstName.'],
    ['of another file', { positions: suggested.positions.with(7, 99) }, 'The file has no column 100.'],
  ])('%s is refused in words', (_, change, problem) => {
    expect(mappingProblem({ ...suggested, ...change }, names)).toBe(problem);
  });

  test('passes records on as a documented file has them, with the other columns', () => {
    const passed: string[][] = [];
    const take = matchRecords(suggested, (record) => passed.push(record.cells()));
    const table = [
      names,
      ['ann', 'LEE', '(202) 555-0100', 'Gold', 'Bern'],
      [''],
      ['bo', 'Orr', '555', '', 'Ulm'],
    ];
    for (const cells of table) take(CsvRecord.of(cells));
    expect(passed).toEqual([
      ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'City', 'Plan'],
      ['1', 'ann', 'LEE', '(202) 555-0100', '12025550100', 'Bern', 'Gold'],
      [''],
      ['2', 'bo', 'Orr', '555', '555', 'Ulm', ''],
    ]);
  });

  test('leaves out other columns that are called as Hark’s', () => {
    const passed: string[][] = [];
    const mapping = { ...suggested, positions: suggested.positions.with(7, -1) };
    matchRecords(mapping, (record) => passed.push(record.cells()))(CsvRecord.of(names));
    expect(passed[0]).toEqual(['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'Plan']);
  });
});

test('headers are alike whatever the case of their names', () => {
  expect(headerSignature(['Phone', 'Name'])).toBe(headerSignature(['PHONE', 'name']));
  expect(headerSignature(['Phone', 'Name'])).not.toBe(headerSignature(['Name', 'Phone']));
});
