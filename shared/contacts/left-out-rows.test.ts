import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONTACT_COLUMNS } from './columns/contact-columns.ts';
import { createContactListChecker, type ContactListCheckerOptions } from './contact-list.ts';
import { CsvRecord } from './csv-record.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/limits.ts';

const HEADER = CONTACT_COLUMNS.slice(0, 5).map(({ header }) => header);
type Row = readonly string[];

/** Returns the problems of each row. */
function problemsOf(rows: readonly Row[], options: ContactListCheckerOptions): string[][] {
  const checker = createContactListChecker(options);
  checker.header(HEADER);
  return rows.map((row, index) =>
    checker
      .problems(CsvRecord.of([...row]), index)
      .map(({ message, first_line: first }) => message + (first === undefined ? '' : ` ${String(first)}`)),
  );
}

const skipping = { leavesOutInvalid: true };
const ann = ['1', 'Ann', 'Lee', '+12025550143', '12025550143'];
const bob = ['2', 'Bob', 'Lee', '+12025550144', '12025550144'];
/** A message that a name of three letters fits. */
const LONG = '{first_name}'.repeat(Math.floor(MAX_MESSAGE_LENGTH / 3));
const changed = (row: Row, at: number, cell: string) => row.with(at, cell);

describe('a row that is left out makes no other a duplicate', () => {
  const again = changed(ann, 1, 'Eve');
  test.each<[string, Row[], ContactListCheckerOptions]>([
    ['without a name', [changed(ann, 1, '')], {}],
    ['whose other number is wrong', [changed(ann, 4, '555')], {}],
    ['that the message does not fit', [changed(ann, 1, 'A'.repeat(99))], { message: LONG }],
    ['whose id is one of before', [bob, changed(ann, 0, '2')], {}],
    ['whose number is one of before', [bob, changed(ann, 4, '12025550144')], {}],
    ['whose number the campaign has', [changed(ann, 3, '+12025550199')], {}],
  ])('%s', (_, rows, options) => {
    const known = { listed: new Set(['12025550199']), dialled: new Set<string>() };
    const checked = problemsOf([...rows, again], { ...options, known, ...skipping });
    expect(checked.at(-2)).not.toEqual([]);
    expect(checked.at(-1)).toEqual([]);
  });

  test('in a list that is refused it does', () => {
    expect(problemsOf([changed(ann, 1, ''), changed(ann, 0, '2')], {})).toEqual([
      ['Missing FirstName'],
      ['Duplicate phone number 2'],
    ]);
  });
});

test('whatever the rows are, all that remain differ, and each that is left out has an error or repeats one of them', () => {
  const cell = (count: number, write: (index: number) => string) => fc.nat(count).map(write);
  const number = (index: number) => `1202555010${String(index)}`;
  const row = fc.tuple(
    cell(6, String),
    fc.constantFrom('Ann', 'Ann', 'Ann', ''),
    fc.constant('Lee'),
    cell(4, (index) => `+${number(index)}`),
    fc.oneof(cell(4, number), fc.constantFrom('555')),
  );
  fc.assert(
    fc.property(fc.array(row, { maxLength: 25 }), fc.nat(), (rows, seed) => {
      const checked = problemsOf(rows, { ...skipping, seed });
      const remaining: Row[] = [];
      for (const [index, [id = '', name, , listed, dialled]] of rows.entries()) {
        const repeats = remaining.some(
          (other) => other[0] === id || other[3] === listed || other[4] === dialled,
        );
        const isWrong = id === '' || name === '' || dialled === '555' || repeats;
        expect(checked[index]?.length === 0, `row ${String(index)}`).toBe(!isWrong);
        if (!isWrong) remaining.push(rows[index] ?? []);
      }
      expect(problemsOf(remaining, {}).flat()).toEqual([]);
    }),
  );
});
