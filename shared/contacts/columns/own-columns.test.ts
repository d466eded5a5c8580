import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createContactListChecker } from '#shared/contacts/contact-list.ts';
import { CONTACT_COLUMNS } from './contact-columns.ts';
import { CsvRecord } from '#shared/contacts/csv-record.ts';
import { isOwnName, MAX_OWN_COLUMNS, ownColumnsOf, ownValue } from './own-columns.ts';

const namesOf = (headers: string[], positions: number[] = []) =>
  ownColumnsOf(headers, positions).map(({ name }) => name);

describe('the names of own columns', () => {
  test.each([
    ...['id', 'first_name', 'last_name', 'phonenumber', 'phone_number', 'recommendedphone'],
    ...['recommended_phone', 'address1', 'address2', 'city', 'state', 'zipcode', 'country', 'email'],
    ...['company', 'company_name'],
  ])('%s means a column of Hark’s', (name) => {
    expect(isOwnName(name)).toBe(false);
    expect(namesOf([name])).toEqual([`${name}_2`]);
  });

  test.each([
    ['Renewal Date', 'renewal_date'],
    ['  spaced -- out!', 'spaced_out'],
    ['Größe (cm)', 'gro_e_cm'],
    ['Café', 'cafe'],
    ['2nd owner', 'column_2nd_owner'],
    ['Имя', 'column'],
    ['__proto__', 'proto'],
    ['constructor', 'constructor'],
    ['First Name', 'first_name_2'],
    ['e-mail', 'e_mail'],
    ['company', 'company_2'],
  ])('%j is %j', (header, name) => {
    expect(namesOf([header])).toEqual([name]);
  });

  test('equal names are numbered, also where a number is taken or the name is long', () => {
    expect(namesOf(['Plan', 'plan_2', 'PLAN', 'plan!'])).toEqual(['plan', 'plan_2', 'plan_3', 'plan_4']);
    const long = 'a'.repeat(60);
    expect(namesOf([long, long])).toEqual(['a'.repeat(40), `${'a'.repeat(38)}_2`]);
  });

  test('columns of Hark and columns without a name are left out, and only the first ones are kept', () => {
    expect(ownColumnsOf(['id', '', 'Plan', 'City'], [0, 3])).toEqual([
      { name: 'plan', header: 'Plan', position: 2 },
    ]);
    expect(namesOf(Array.from({ length: 30 }, (_, at) => `c${String(at)}`))).toHaveLength(MAX_OWN_COLUMNS);
  });

  test('whatever a header is, its names can be used and differ', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 12 }), (headers) => {
        const names = namesOf(headers);
        expect(names.filter((name) => !isOwnName(name))).toEqual([]);
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });
});

test.each<[string, boolean]>([
  ['a', true],
  ['a_1', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['', false],
  ['1a', false],
  ['_a', false],
  ['1_plan', false],
  ['Plan', false],
  ['my plan', false],
  ['plan!', false],
])('whether %j can name an own column: %s', (name, can) => {
  expect(isOwnName(name)).toBe(can);
});

test('a value is only one of the contact itself', () => {
  const custom = JSON.parse('{"plan":"Gold","__proto__":"x"}') as Record<string, string>;
  expect(['plan', 'constructor', 'tostring', 'missing'].map((name) => ownValue(custom, name))).toEqual([
    ...['Gold', '', '', ''],
  ]);
});

describe('reading own columns', () => {
  const HEADER = ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'Plan', 'Notes'];
  const record = (plan: string, notes = '') =>
    CsvRecord.of(['1', 'Ann', 'Lee', '+12025550100', '12025550100', plan, notes]);

  test('those that are wanted are part of the contact, without empty ones', () => {
    const checker = createContactListChecker({ own: ['plan', 'notes'] });
    expect(checker.header(HEADER)).toMatchObject({ ok: true, own: [{ name: 'plan' }, { name: 'notes' }] });
    expect(checker.row(record(' Gold '), 0)).toMatchObject({ contact: { custom: { plan: 'Gold' } } });
  });

  test('none is by default: the contact has no field for them', () => {
    const checker = createContactListChecker();
    checker.header(HEADER);
    const row = checker.row(record('Gold'), 0);
    expect(row.ok && Object.keys(row.contact)).toEqual(CONTACT_COLUMNS.map(({ field }) => field));
  });

  test('a wanted cell may have at most 200 characters; of all columns any length is read', () => {
    const long = 'x'.repeat(201);
    const wanted = createContactListChecker({ own: ['plan'] });
    wanted.header(HEADER);
    expect(wanted.problems(record(long, long), 0)).toEqual([
      { line: 2, message: 'Plan is longer than 200 characters' },
    ]);
    const all = createContactListChecker({ own: 'all' });
    all.header(HEADER);
    expect(all.problems(record(long, long), 0)).toEqual([]);
    expect([...all.lengths.slice(CONTACT_COLUMNS.length)]).toEqual([201, 201]);
  });

  test('a message of own columns alone is empty for who has none', () => {
    const checker = createContactListChecker({ message: '{plan}', own: ['plan'] });
    checker.header(HEADER);
    expect(checker.problems(record(''), 0)).toEqual([
      { line: 2, message: 'The message is empty for this contact' },
    ]);
  });
});
