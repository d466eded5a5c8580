import { describe, expect, test } from 'vitest';
import {
  addedRecords,
  columnMapping,
  columnName,
  hasOnePhone,
  headerSignature,
  mappingProblem,
  NO_HEADER,
  splitsName,
  type ColumnMapping,
} from './column-mapping.ts';
import * as mappings from './column-mapping.ts';
import { matchRecords } from './match-records.ts';
import { suggestMapping } from './suggest-mapping.ts';
import { listSchemas } from '#shared/testing/listed-schemas.ts';
import { CsvRecord } from '#shared/contacts/csv-record.ts';

const names = ['Given', 'Surname', 'Cell', 'Plan', 'City'];
const rows = [
  ['ann', 'LEE', '(202) 555-0100', 'Gold', 'Bern'],
  ['bo', 'Orr', '555', '', 'Ulm'],
];
const cells = names.map((_, at) => rows.map((row) => row[at] ?? ''));
const { mapping } = suggestMapping(names, cells);

function match(table: string[][], change: Partial<ColumnMapping> = {}): string[][] {
  const passed: string[][] = [];
  const take = matchRecords({ ...mapping, ...change }, (record) => passed.push(record.cells()));
  for (const row of table) take(CsvRecord.of(row));
  return passed;
}

describe('a mapping', () => {
  test.each<[string, Partial<ColumnMapping>, string | null]>([
    ['that is proposed can be used', {}, null],
    ['without an id is refused', { numbersRows: false }, 'Choose a column for id.'],
    [
      'with a column twice is refused',
      { positions: mapping.positions.with(5, 0) },
      '"Given" is chosen for both FirstName and Address1.',
    ],
    ['with one column for both names can be used', { positions: mapping.positions.with(2, 0) }, null],
    [
      'without a first name is refused',
      { positions: mapping.positions.with(1, -1) },
      'Choose a column for FirstName.',
    ],
    [
      'without a last name is refused',
      { positions: mapping.positions.with(2, -1) },
      'Choose a column for LastName.',
    ],
    [
      'that says that nobody has a last name can be used',
      { positions: mapping.positions.with(2, -1), lastNameOptional: true },
      null,
    ],
    [
      'of another file is refused',
      { positions: mapping.positions.with(7, 99) },
      'The file has no column 100.',
    ],
    [
      'with the column after the last is refused',
      { positions: mapping.positions.with(7, names.length) },
      'The file has no column 6.',
    ],
  ])('%s', (_, change, problem) => {
    expect(mappingProblem({ ...mapping, ...change }, names)).toBe(problem);
  });

  test('of an earlier version has its headers first and needs last names', () => {
    const { positions, numbersRows } = mapping;
    expect(columnMapping.parse({ positions, numbersRows })).toEqual({
      positions,
      numbersRows,
      lastNameOptional: false,
      headerRow: 0,
    });
  });

  test('passes records on as a documented file has them, with the other columns', () => {
    expect(match([names, rows[0] ?? [], [''], rows[1] ?? []])).toEqual([
      ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'City', 'Plan'],
      ['1', 'ann', 'LEE', '(202) 555-0100', '12025550100', 'Bern', 'Gold'],
      [''],
      ['2', 'bo', 'Orr', '555', '555', 'Ulm', ''],
    ]);
  });

  test('leaves out other columns that are called as Hark’s', () => {
    expect(match([names], { positions: mapping.positions.with(7, -1) })[0]).toEqual([
      ...['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'Plan'],
    ]);
  });

  test('passes blank rows on for those above the headers', () => {
    const table = [['Report'], [''], names, rows[0] ?? []];
    expect(match(table.slice(3), { headerRow: NO_HEADER }).map((cells) => cells[1])).toEqual([
      'FirstName',
      ...match(table, { headerRow: 3 })
        .slice(3)
        .map((cells) => cells[1]),
    ]);
    expect(match(table, { headerRow: 3 }).slice(0, 2)).toEqual([[''], ['']]);
    expect(match(table, { headerRow: 3 })[3]?.slice(0, 3)).toEqual(['1', 'ann', 'LEE']);
  });

  test('splits a name, and leaves last names empty that nobody has', () => {
    const split = match([names, ['Diaz, Ana', '', '1']], { positions: mapping.positions.with(2, 0) });
    expect(split[1]?.slice(1, 3)).toEqual(['Ana', 'Diaz']);
    const none = match([names, ['Ana', 'Diaz', '1']], {
      positions: mapping.positions.with(2, -1),
      lastNameOptional: true,
    });
    expect(none[0]?.slice(0, 3)).toEqual(['id', 'FirstName', 'LastName']);
    expect(none[1]?.slice(1, 3)).toEqual(['Ana', '']);
  });

  test('takes the first of several values in a cell', () => {
    const row = ['Ana', 'Diaz', '(202) 555-0100 ::: (202) 555-0101', '', 'Bern ::: Ulm'];
    const [, matched] = match([names, row]);
    expect(matched?.slice(4, 6)).toEqual(['12025550100', 'Bern']);
  });
});

test('headers are alike whatever the case of their names', () => {
  expect(headerSignature(['Phone', 'Name'])).toBe(headerSignature(['PHONE', 'name']));
  expect(headerSignature(['Phone', 'Name'])).not.toBe(headerSignature(['Name', 'Phone']));
});

test('a column without a name is called by its place', () => {
  expect([columnName('Plan', 2), columnName('', 0), columnName('', 2)]).toEqual([
    'Plan',
    'Column 1',
    'Column 3',
  ]);
  const blank = { ...mapping, positions: mapping.positions.with(5, 0) };
  expect(mappingProblem(blank, ['', 'b', 'c', 'd', 'e'])).toBe(
    '"Column 1" is chosen for both FirstName and Address1.',
  );
});

test('a record is added only where there are no headers', () => {
  const rowsBefore = [null, 0, 1, NO_HEADER].map((headerRow) =>
    addedRecords(headerRow === null ? null : { ...mapping, headerRow }),
  );
  expect(rowsBefore).toEqual([0, 0, 0, 1]);
});

test('numbers and names may share a column, a name only if there is one', () => {
  const { positions } = mapping;
  const chosen = (first: number, last: number, listed: number, dialled: number) => ({
    ...mapping,
    positions: positions.with(1, first).with(2, last).with(3, listed).with(4, dialled),
  });
  const both = (one: ColumnMapping) => [splitsName(one), hasOnePhone(one)];
  expect(both(chosen(0, 0, 2, 2))).toEqual([true, true]);
  expect(both(chosen(0, 1, 2, 3))).toEqual([false, false]);
  expect(both(chosen(-1, -1, 2, 3))).toEqual([false, false]);
  expect(mappingProblem(chosen(0, 0, 2, 2), names)).toBeNull();
  expect(mappingProblem(chosen(0, 1, 0, 2), names)).toBe(
    '"Given" is chosen for both FirstName and PhoneNumber.',
  );
  expect(mappingProblem(chosen(2, 1, 3, 2), names)).toBe(
    '"Cell" is chosen for both FirstName and RecommendedPhone.',
  );
});

test('the fields of a reading are as listed: drafts and browsers keep it', async () => {
  await expect(listSchemas({ mappings }, 'output')).toMatchFileSnapshot('listed-mapping.txt');
});
