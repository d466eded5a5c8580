import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CsvRecord } from '#shared/contacts/csv-record.ts';
import { readPhone } from '#shared/contacts/phone-number.ts';
import { labelledPhone } from './labelled-phone.ts';
import { matchRecords } from './match-records.ts';
import { suggestMapping } from './suggest-mapping.ts';

const GOOGLE = ['Phone 1 - Label', 'Phone 1 - Value', 'Phone 2 - Label', 'Phone 2 - Value'];
const FIRST = '(408) 555-0101';
const SECOND = '(408) 555-0103';

/** Returns the phone that is read in the column of the first phone. */
function phoneOf(names: string[], cells: string[], at = 1): string {
  return labelledPhone(names, at)(CsvRecord.of(cells));
}

describe('the phone that is called', () => {
  test.each([
    ...['Work Fax', 'Fax', 'Home Fax', '* Work Fax', 'WORKFAX', 'WorkFax', 'Telefax', 'Pager', 'Assistant'],
    ...["Assistant's phone", 'asst', 'TTY', 'TTY/TDD', 'Old Mobile', 'wrong number'],
  ])('is not the first where its label is %s', (label) => {
    expect(phoneOf(GOOGLE, [label, FIRST, 'Mobile', SECOND])).toBe(SECOND);
  });

  test.each(['Mobile', 'Work', '', 'Main', 'Google Voice', 'Fairfax office', 'Boldt', 'Landline'])(
    'is the first where its label is %j',
    (label) => {
      expect(phoneOf(GOOGLE, [label, FIRST, 'Mobile', SECOND])).toBe(FIRST);
    },
  );

  test.each([
    [['Phone 1 Type', 'Phone 1', 'Phone 2 Type', 'Phone 2']],
    [['Phone 1 - Type', 'Phone 1 - Value', 'Phone 2 - Type', 'Phone 2 - Value']],
    [['Phone Type 1', 'Phone Number 1', 'Phone Type 2', 'Phone Number 2']],
    [['phone1_line_type', 'phone1', 'phone2_line_type', 'phone2']],
    [['Phone Type', 'Phone', 'Phone 2 Type', 'Phone 2']],
    [['Phone Type', 'Phone', 'Email', 'Phone 2']],
  ])('is the next of the columns %j', (names) => {
    expect(phoneOf(names, ['Fax', FIRST, '', SECOND])).toBe(SECOND);
  });

  test('is the first of the others that is filled and whose label is none of these', () => {
    const names = [...GOOGLE, 'Phone 3 - Label', 'Phone 3 - Value', 'Phone 4 - Label', 'Phone 4 - Value'];
    const row = ['Fax', FIRST, 'Mobile', ' ', 'Pager', '(408) 555-0104', 'Home', SECOND];
    expect(phoneOf(names, row)).toBe(SECOND);
  });

  test('is none of other columns', () => {
    const names = ['Phone 1 - Label', 'Phone 1 - Value', 'Spouse Phone 2', 'Work Phone 2', 'Email 2 - Value'];
    expect(phoneOf(names, ['Fax', FIRST, SECOND, SECOND, SECOND])).toBe(`Fax: ${FIRST}`);
  });

  test('is as it is written where there are no labels, no headers, or no phone', () => {
    expect(phoneOf(['x', 'Phone', 'Phone 2'], ['Fax', FIRST, SECOND])).toBe(FIRST);
    expect(phoneOf(['Contact Type', 'Contact Number'], ['Former customer', FIRST])).toBe(FIRST);
    expect(phoneOf([], ['Fax', FIRST])).toBe(FIRST);
    expect(phoneOf(GOOGLE, ['Fax', '', 'Mobile', SECOND])).toBe('');
  });
});

test('a phone with such a label and no other is no number, and named with it', () => {
  const label = fc.constantFrom('Fax', 'Work Fax', 'Home fax', 'Pager', 'Assistant', 'Old Mobile', 'TTY');
  const phone = fc.constantFrom(FIRST, '+14085550101', '4085550101 ::: 4085550102');
  fc.assert(
    fc.property(label, phone, (said, written) => {
      const cell = phoneOf(GOOGLE, [said, written, 'Pager', SECOND]);
      expect(cell).toBe(`${said}: ${written}`);
      expect(readPhone(cell.split(' ::: ')[0] ?? '')).toBeUndefined();
    }),
  );
});

test('both numbers of a matched file are those of the same phone', () => {
  const names = ['First Name', 'Last Name', ...GOOGLE, 'Address 1 - Country'];
  const table = [
    ['Ana', 'Diaz', 'Work Fax', FIRST, 'Mobile', SECOND, ''],
    ['Bo', 'Orr', 'Mobile', FIRST, 'Work Fax', SECOND, ''],
    ['Cy', 'Ray', 'Home Fax', FIRST, '', '', ''],
    ['Di', 'Lee', 'Fax', FIRST, 'Mobile', '5512345678', 'Mexico'],
  ];
  const { mapping } = suggestMapping(
    names,
    names.map((_, at) => table.map((row) => row[at] ?? '')),
  );
  const matched: string[][] = [];
  const take = matchRecords(mapping, (record) => matched.push(record.cells().slice(3, 5)));
  for (const row of [names, ...table]) take(CsvRecord.of(row));
  expect(matched.slice(1)).toEqual([
    [SECOND, '14085550103'],
    [FIRST, '14085550101'],
    [`Home Fax: ${FIRST}`, `Home Fax: ${FIRST}`],
    ['5512345678', '5512345678'],
  ]);
});
