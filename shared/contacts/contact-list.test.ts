import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { MAX_COLUMNS, sampleCsv, sampleFileName } from './columns/contact-columns.ts';
import { createContactListChecker, type Contact, type ContactListCheckerOptions } from './contact-list.ts';
import { ListWarnings } from './list-warnings.ts';
import { CsvRecord } from './csv-record.ts';
import type { LineError } from '#shared/error-codes.ts';
import { contactInput } from '#shared/schemas/campaigns/campaigns.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');

function checkCsv(text: string, options: ContactListCheckerOptions = {}) {
  const [header = [], ...records] = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' }).data;
  const checker = createContactListChecker(options);
  const checked = checker.header(header);
  const contacts: Contact[] = [];
  if (!checked.ok) return { contacts, errors: checked.errors };
  const errors: LineError[] = [];
  records.forEach((cells, index) => {
    const row = checker.row(CsvRecord.of(cells), index);
    if (row.ok) contacts.push(row.contact);
    else errors.push(...row.errors);
  });
  return { contacts, errors };
}

const HEADER = 'id,FirstName,LastName,PhoneNumber,RecommendedPhone';
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n');
const messages = (text: string) =>
  checkCsv(text).errors.map((error) => `${String(error.line)} ${error.message}`);

describe('whole lists', () => {
  test('a list with row errors reports all of them in order', () => {
    const { errors } = checkCsv(fixture('contacts-row-errors.csv'));
    expect(errors.map(({ line, message }) => ({ line, message }))).toEqual(
      JSON.parse(fixture('contacts-row-errors.expected.json')),
    );
  });

  test('a real-world list (BOM, CRLF, line breaks in cells, mixed-case headers) has no errors', () => {
    const { contacts, errors } = checkCsv(fixture('contacts-real-world.csv'));
    expect(errors).toEqual([]);
    expect(contacts).toHaveLength(30);
    const name = (index: number) => [contacts[index]?.first_name, contacts[index]?.last_name];
    expect(name(0)).toEqual(['Alice', "O'brien"]);
    expect(name(1)).toEqual(['Mary ann', 'Wilson']);
    expect(name(5)).toEqual(['Bob', "D'angelo"]);
    expect(name(6)).toEqual(['John', '=hyperlink(1)']);
    expect(name(7)).toEqual(['<b>eve</b>', 'Thomas']);
    expect(contacts[2]?.address1).toBe('The "Old" Mill, Unit 3');
    expect(contacts[3]?.address1).toBe('12 High St\nRear entrance');
    expect(contacts[4]?.zipcode).toBe('01234');
  });

  test('wrong headers are one error at line 1', () => {
    expect(checkCsv(fixture('contacts-bad-headers.csv')).errors).toEqual([
      { line: 1, message: 'Invalid headers' },
    ]);
    expect(checkCsv('').errors).toEqual([{ line: 1, message: 'Invalid headers' }]);
  });

  test.each([
    ['contacts-outcomes.csv', 9],
    ['contacts-1k.csv', 1_000],
  ])('%s is valid', (name, count) => {
    const { contacts, errors } = checkCsv(fixture(name));
    expect(errors).toEqual([]);
    expect(contacts).toHaveLength(count);
  });

  test('the sample file passes its own rules', () => {
    const { contacts, errors } = checkCsv(sampleCsv());
    expect(errors).toEqual([]);
    expect(contacts).toHaveLength(1);
  });
});

describe('headers', () => {
  const header = (cells: string[]) => createContactListChecker().header(cells);

  test('returns the known columns and ignores others', () => {
    const checked = header([
      'Notes',
      '\uFEFFID ',
      'firstNAME',
      'LastName',
      'PhoneNumber',
      'RecommendedPhone',
      'City',
      '',
    ]);
    expect(checked).toEqual({
      ok: true,
      columns: ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone', 'city'],
      otherColumns: ['Notes'],
      own: [],
    });
  });

  test('a repeated known column is rejected by name; a repeated unknown one is ignored', () => {
    expect(header([...HEADER.split(','), 'city', 'City'])).toEqual({
      ok: false,
      errors: [{ line: 1, message: 'Invalid headers: City appears twice' }],
    });
    expect(header([...HEADER.split(','), 'Notes', 'Notes']).ok).toBe(true);
  });

  test('too many columns are rejected', () => {
    const cells = [
      ...HEADER.split(','),
      ...Array.from({ length: MAX_COLUMNS }, (_, index) => `c${String(index)}`),
    ];
    expect(header(cells)).toEqual({
      ok: false,
      errors: [{ line: 1, message: 'Invalid headers: more than 1000 columns' }],
    });
    expect(header(cells.slice(0, MAX_COLUMNS)).ok).toBe(true);
  });
});

describe('rows', () => {
  test('an empty required cell is reported with its column', () => {
    expect(
      messages(csv(',Ann,Lee,+12025550100,12025550100', '2, ,Lee,+12025550101,12025550101', '3,Ann,Lee')),
    ).toEqual(['2 Missing id', '3 Missing FirstName', '4 Missing PhoneNumber', '4 Missing RecommendedPhone']);
  });

  test('only the later of two equal numbers is a duplicate, reported once per row', () => {
    const rows = [
      '1,A,B,+12025550100,12025550100',
      '2,A,B,+1 (202) 555-0100,12025550100',
      '3,A,B,+12025550101,12025550101',
    ];
    expect(messages(csv(...rows))).toEqual(['3 Duplicate phone number']);
  });

  test('the dialled number is compared, also where PhoneNumber differs', () => {
    expect(messages(csv('1,A,B,+12025550100,12025550199', '2,A,B,+12025550101,12025550199'))).toEqual([
      '3 Duplicate phone number',
    ]);
  });

  test('one contact’s PhoneNumber may be another’s RecommendedPhone', () => {
    expect(messages(csv('1,A,B,+12025550100,12025550101', '2,A,B,+12025550101,12025550100'))).toEqual([]);
  });

  test('the number of an invalid row counts, so a later valid row is the duplicate', () => {
    expect(messages(csv('1,,B,+12025550100,12025550100', '2,A,B,+12025550100,12025550100'))).toEqual([
      '2 Missing FirstName',
      '3 Duplicate phone number',
    ]);
  });

  test('numbers that the campaign already has are duplicates', () => {
    const known = { listed: new Set(['12025550101']), dialled: new Set(['12025550100']) };
    const rows = [
      '1,A,B,+12025550109,12025550100',
      '2,A,B,(1) 202-555-0101,12025550108',
      // PhoneNumber and RecommendedPhone are compared separately.
      '4,A,B,+12025550100,12025550101',
    ];
    expect(checkCsv(csv(...rows), { known }).errors).toEqual([
      { line: 2, message: 'Duplicate phone number', value: '+12025550109' },
      { line: 3, message: 'Duplicate phone number', value: '(1) 202-555-0101' },
    ]);
  });

  test.each([
    '2025550100',
    '22025550100',
    '120255501000',
    '+12025550100',
    '1202555010a',
    '1-202-555-0100',
    '2025550100.0',
    '12025550100.5',
    '12025550100 x1',
    'p:12025550100',
  ])('RecommendedPhone %s cannot be dialled', (phone) => {
    expect(messages(csv(`1,A,B,+12025550100,${phone}`))).toEqual(['2 Invalid recommended phone format']);
  });

  test.each([
    ['none', ''],
    ['555-0100', ': it has too few digits'],
    ['1.20256E+10', ': a spreadsheet shortened it and lost digits'],
    ['442079460958', ': it has too many digits'],
    ['408555012.0', ': it has a fraction'],
    ['-4085550123', ': it begins with a minus sign'],
    ['202-555-0143 x12', ': it has an extension'],
  ])('PhoneNumber %s is refused by name', (phone, why) => {
    expect(messages(csv(`1,A,B,${phone},12025550100`))).toEqual([`2 Invalid phone number format${why}`]);
  });

  test('an area code that is not called is one error of the row', () => {
    const rows = ['1,A,B,+19005550100,19005550100', '2,A,B,+44 20 7946 0958,14115550101'];
    expect(messages(csv(...rows))).toEqual([
      '2 Area code 900 costs extra and is not called',
      '3 Area code 411 does not exist',
    ]);
  });

  test('a RecommendedPhone that was a number in a spreadsheet is the whole number', () => {
    const { contacts, errors } = checkCsv(csv('1,A,B,14085550124.0,14085550124.00'));
    expect(errors).toEqual([]);
    expect(contacts).toMatchObject([{ phone_number: '+14085550124', recommended_phone: '14085550124' }]);
  });

  test.each([
    ['(408) 555-1234', '+14085551234'],
    ['+1 408-555-1234', '+14085551234'],
    ['14085551234', '+14085551234'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('PhoneNumber %s is stored as E.164', (phone, stored) => {
    expect(checkCsv(csv(`1,A,B,${phone},12025550100`)).contacts[0]?.phone_number).toBe(stored);
  });

  test('State and Country are read in words too, and stored as two letters; what is not known is a warning', () => {
    const row = (id: number, codes: string) =>
      `${String(id)},A,B,+1202555010${String(id)},1202555010${String(id)},${codes}`;
    const places = [
      'ca,us',
      ',',
      'California,United States',
      'Ont.,Canada',
      'Atlantis,USA',
      'XX,Narnia',
      'C1,',
    ];
    const rows = places.map((codes, at) => row(at, codes));
    const warnings = new ListWarnings();
    const { contacts, errors } = checkCsv([`${HEADER},State,Country`, ...rows].join('\n'), { warnings });
    expect(errors).toEqual([]);
    expect(contacts.map(({ state, country }) => [state, country])).toEqual([
      ...[
        ['CA', 'US'],
        ['', ''],
        ['CA', 'US'],
        ['ON', 'CA'],
      ],
      ...[
        ['Atlantis', 'US'],
        ['XX', 'Narnia'],
        ['C1', ''],
      ],
    ]);
    expect(warnings.list()).toEqual([
      {
        code: 'unknown_state',
        text: 'State is not known in 3 contacts, such as “Atlantis”. It is kept as it is written.',
        count: 3,
        line: 6,
      },
      {
        code: 'unknown_country',
        text: 'Country is not known in 1 contact, such as “Narnia”. It is kept as it is written.',
        count: 1,
        line: 7,
      },
    ]);
  });

  test('of several numbers in a cell the first is taken, with a warning', () => {
    const warnings = new ListWarnings();
    const rows = [
      '1,A,B,(202) 555-0100 ::: (202) 555-0101,12025550100',
      '2,A,B,+12025550102,12025550102 ::: 12025550103',
      '3,A,B,+12025550104,12025550104',
    ];
    const first = checkCsv(csv(...rows), { warnings });
    expect(first.contacts.map(({ phone_number: phone }) => phone)).toEqual(['+12025550100', '+12025550104']);
    // A file that is taken as it is keeps the documented check of RecommendedPhone.
    expect(first.errors).toMatchObject([{ line: 3, message: 'Invalid recommended phone format' }]);
    expect(warnings.list()).toMatchObject([{ code: 'several_numbers', count: 1, line: 2 }]);
    const matched = checkCsv(csv(...rows), { warnings, anyPhoneForm: true });
    expect(matched.contacts.map(({ recommended_phone: phone }) => phone)).toEqual([
      '12025550100',
      '12025550102',
      '12025550104',
    ]);
    expect(warnings.list()).toMatchObject([{ code: 'several_numbers', count: 2, line: 2 }]);
  });

  test('an error names the value, and a duplicate the first line that has it', () => {
    const rows = [
      '7,A,B,+12025550100,12025550101',
      '8,A,B,+12025550102,12025550101',
      '7,A,B,+12025550100,1408555123',
      `9,A,B,+12025550103,${'5'.repeat(60)}`,
    ];
    expect(checkCsv(csv(...rows)).errors).toEqual([
      { line: 3, message: 'Duplicate phone number', value: '12025550101', first_line: 2 },
      { line: 4, message: 'Duplicate id', value: '7', first_line: 2 },
      { line: 4, message: 'Duplicate phone number', value: '+12025550100', first_line: 2 },
      { line: 4, message: 'Invalid recommended phone format', value: '1408555123' },
      { line: 5, message: 'Invalid recommended phone format', value: `${'5'.repeat(40)}…` },
    ]);
  });

  test('a cell that is too long is rejected in known columns only', () => {
    const header = `${HEADER},City,Notes`;
    const row = (id: string, city: string, notes: string) =>
      `${id},A,B,+1202555010${id},1202555010${id},${city},${notes}`;
    const long = 'x'.repeat(501);
    expect(messages([header, row('1', long, ''), row('2', '', long)].join('\n'))).toEqual([
      '2 City is longer than 500 characters',
    ]);
    expect(messages([header, row('1', long.slice(1), '').replace('1,A', '1,')].join('\n'))).toEqual([
      '2 Missing FirstName',
    ]);
  });

  test('capitalising keeps surrogate pairs intact', () => {
    const { contacts } = checkCsv(csv('1,éLODIE,𐐨𐐨,+12025550100,12025550100'));
    expect([contacts[0]?.first_name, contacts[0]?.last_name]).toEqual(['Élodie', '𐐀𐐨']);
  });
});

describe('the JSON payload', () => {
  const contact = (over: Partial<Record<string, string | number>>) =>
    contactInput.parse({
      id: 1,
      first_name: 'ann',
      last_name: 'LEE',
      phone_number: '+12025550100',
      recommended_phone: 12025550100,
      ...over,
    });

  test('is checked and normalised by the same rules', () => {
    const checker = createContactListChecker();
    const payload = [contact({}), contact({ id: 2 }), contact({ last_name: '', recommended_phone: '5' })];
    const rows = payload.map((row, index) => checker.fromPayload(row, index));
    expect(rows[0]).toMatchObject({ ok: true, contact: { id: '1', first_name: 'Ann', last_name: 'Lee' } });
    expect(rows.flatMap((row) => (row.ok ? [] : row.errors))).toMatchObject([
      { line: 3, message: 'Duplicate phone number' },
      { line: 4, message: 'Missing LastName' },
      { line: 4, message: 'Duplicate id' },
      { line: 4, message: 'Duplicate phone number' },
      { line: 4, message: 'Invalid recommended phone format' },
    ]);
  });
});

test('the sample file is named after the campaign', () => {
  expect(sampleFileName(' Spring / sale ')).toBe('Spring _ sale_sample.csv');
  expect(sampleFileName('')).toBe('contacts_sample.csv');
});

describe('a contact with a do-not-call flag', () => {
  const flagged = (header: string, ...cells: string[]) =>
    checkCsv(
      [`${HEADER},${header}`, ...cells.map((cell, at) => `${String(at)},Ann,Lee,${phones(at)},${cell}`)].join(
        '\n',
      ),
    );
  const phones = (at: number) => `+1202555010${String(at)},1202555010${String(at)}`;

  test('is an error with the column and its cell, whichever own columns are read', () => {
    const { contacts, errors } = flagged('Do Not Call', '0', 'TRUE', '');
    expect(errors).toEqual([{ line: 3, message: '“Do Not Call” is set for this contact', value: 'TRUE' }]);
    expect(contacts.map(({ id }) => id)).toEqual(['0', '2']);
  });

  test('is one though the list has more columns than are kept', () => {
    const others = Array.from({ length: 30 }, (_, at) => `c${String(at)}`).join(',');
    expect(flagged(`${others},DNC`, `${','.repeat(30)}Yes`).errors).toHaveLength(1);
  });

  test('is one beside what else is wrong, and makes no other a duplicate where it is left out', () => {
    const rows = csv('1,,Lee,+12025550100,12025550100,Yes', '2,Ann,Lee,+12025550100,12025550100,No');
    const { contacts, errors } = checkCsv(rows.replace(HEADER, `${HEADER},DNC`), { leavesOutInvalid: true });
    expect(errors.map(({ message }) => message)).toEqual([
      'Missing FirstName',
      '“DNC” is set for this contact',
    ]);
    expect(contacts).toHaveLength(1);
  });

  test('is an error in JSON', () => {
    const contact = contactInput.parse({
      id: '1',
      first_name: 'Ann',
      last_name: 'Lee',
      phone_number: '+12025550100',
      recommended_phone: '12025550100',
      custom: { plan: 'Gold', do_not_call: 'yes' },
    });
    const checker = createContactListChecker();
    expect(checker.payloadProblems(contact, 0)).toEqual([
      { line: 2, message: '“do_not_call” is set for this contact', value: 'yes' },
    ]);
    const other = createContactListChecker();
    expect(other.payloadProblems({ ...contact, custom: { do_not_call: 'no' } }, 0)).toEqual([]);
  });
});
