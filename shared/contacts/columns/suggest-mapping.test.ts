import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLUMN } from './column-mapping.ts';
import { CONTACT_COLUMNS, type ContactField } from './contact-columns.ts';
import { headerMeanings } from './header-meaning.ts';
import { EXCLUDING_WORDS } from './header-words.ts';
import { suggestMapping } from './suggest-mapping.ts';

const ROWS = 20;
const cell = (make: (row: number) => string) => Array.from({ length: ROWS }, (_, row) => make(row));
const PHONES = cell((row) => `(408) 555-01${String(row + 10)}`);
const OTHERS = cell((row) => `(408) 555-01${String(row + 50)}`);
const WORDS = cell(() => 'Mobile');
const NUMBERS = cell((row) => String(row + 1));

/** Proposes a mapping for columns by name. */
function propose(columns: Record<string, string[]>) {
  const names = Object.keys(columns);
  const { mapping, phones } = suggestMapping(names, Object.values(columns));
  const of = (field: ContactField) => names[mapping.positions[COLUMN[field]] ?? -1];
  return { of, asked: phones.map((at) => names[at]), mapping };
}

test('documented headers are taken as they are', () => {
  const names = CONTACT_COLUMNS.map(({ header }) => header);
  const { mapping, phones } = suggestMapping(names, []);
  expect(mapping).toMatchObject({ positions: [...names.keys()], numbersRows: false, headerRow: 0 });
  expect(phones).toEqual([]);
});

describe('the number to call', () => {
  test.each([
    'Phone',
    'Mobile Phone Number',
    'CELL',
    'Tel.',
    'Phone No.',
    'Customer phone',
    'Home Phone',
    'Number',
  ])('%j is it, and the only phone fills both numbers', (name) => {
    const { of, mapping } = propose({ [name]: PHONES });
    expect([of('phone_number'), of('recommended_phone'), of('id')]).toEqual([name, name, undefined]);
    expect(mapping.numbersRows).toBe(true);
  });

  test('is never a column that is about somebody else or about the phone, however the header is written', () => {
    const excluding = fc.constantFrom(...EXCLUDING_WORDS);
    const phone = fc.constantFrom('phone', 'mobile', 'cell', 'telephone', 'phone number', 'mobile phone');
    const between = fc.constantFrom(' ', '_', '-', ' - ', '');
    fc.assert(
      fc.property(excluding, phone, between, fc.boolean(), (word, name, gap, isFirst) => {
        const header = isFirst ? `${word}${gap}${name}` : `${name}${gap}${word}`;
        const { of, asked } = propose({ [header]: OTHERS, 'First Name': WORDS });
        expect([of('recommended_phone'), of('phone_number')]).toEqual([undefined, undefined]);
        // In one word with others, such as "numberip", it may not be found: the column is asked for.
        if (gap !== '') expect(asked).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('is never taken from a header with words that are not known: it is asked for', () => {
    const unknown = fc.stringMatching(/^[b-df-hj-np-tv-z]{5,9}$/);
    fc.assert(
      fc.property(unknown, (word) => {
        const { of, asked } = propose({ [`${word} phone`]: OTHERS });
        expect([of('recommended_phone'), asked]).toEqual([undefined, [`${word} phone`]]);
        expect(propose({ [`${word} phone`]: OTHERS, Phone: PHONES }).of('recommended_phone')).toBe('Phone');
      }),
    );
  });

  test.each(['Shipping Phone', 'Ship To Phone', 'Recipient Phone', 'Delivery Phone', 'Sales Phone'])(
    'is asked for where %j may be the phone of somebody else, and is another where there is one',
    (name) => {
      const { of, asked } = propose({ [name]: OTHERS });
      expect([of('recommended_phone'), asked]).toEqual([undefined, [name]]);
      expect(propose({ [name]: OTHERS, 'Billing Phone': PHONES }).of('recommended_phone')).toBe(
        'Billing Phone',
      );
    },
  );

  test.each([
    ['Home Phone', 'Work Phone'],
    ['Cell', 'Mobile'],
    ['Phone', 'Telephone'],
    ['Phone', 'PHONE'],
  ])('is asked for where %j and %j are equally good', (first, second) => {
    const { of, asked } = propose({ [first]: PHONES, [second]: OTHERS });
    expect([of('recommended_phone'), of('phone_number')]).toEqual([undefined, undefined]);
    expect(asked).toEqual([first, second]);
  });

  test.each([
    ['Mobile', 'Phone'],
    ['Phone', 'Work Phone'],
    ['Phone', 'Other Phone'],
    ['Phone 1 - Value', 'Phone 2 - Value'],
    ['Best Phone', 'Mobile'],
    ['Phone', 'Asst Phone'],
    ['Telefon privat', 'Telefon Assistent'],
    ['Telefon geschäftlich', 'Telefon (Assistentin)'],
    ['Haupttelefon', 'Weiteres Telefon'],
    ['Teléfono móvil', 'Teléfono del trabajo'],
    ['Teléfono particular', 'Teléfono del ayudante'],
    ['Telefonnummer', 'Telefaxnummer'],
  ])('is rather %j than %j, in any order', (better, worse) => {
    expect(propose({ [better]: PHONES, [worse]: OTHERS }).of('recommended_phone')).toBe(better);
    expect(propose({ [worse]: OTHERS, [better]: PHONES }).of('recommended_phone')).toBe(better);
  });

  test('is asked for where the better column is mostly empty', () => {
    const few = PHONES.map((phone, row) => (row < 3 ? phone : ''));
    expect(propose({ Mobile: few, Phone: OTHERS }).asked).toEqual(['Mobile', 'Phone']);
  });

  test.each([
    ['words', WORDS],
    ['other numbers', NUMBERS],
    ['nothing', cell(() => '')],
  ])('is no column with %s in it', (_, cells) => {
    const { of, asked } = propose({ Phone: cells });
    expect([of('recommended_phone'), asked]).toEqual([undefined, []]);
  });
});

test('the listed number is in the column with its documented header, in any case and between spaces', () => {
  for (const header of ['PhoneNumber', ' PHONENUMBER ']) {
    const { of } = propose({ [header]: OTHERS, Mobile: PHONES });
    expect([of('phone_number'), of('recommended_phone')]).toEqual([header, 'Mobile']);
  }
  const { of } = propose({ 'Work Phone': OTHERS, Mobile: PHONES });
  expect([of('phone_number'), of('recommended_phone')]).toEqual(['Mobile', 'Mobile']);
});

describe('an id', () => {
  test.each([
    ['Customer No.', NUMBERS, 'Customer No.'],
    ['Record Id', cell((row) => `zcrm_${String(row)}`), 'Record Id'],
    ['Customer ID', cell((row) => String(row % 5)), undefined],
    ['Customer ID', NUMBERS.with(3, ''), undefined],
    ['ad_id', NUMBERS, undefined],
    ['Owner ID', NUMBERS, undefined],
    ['Mobile Phone Number', PHONES, undefined],
  ])('%j is one only if its cells are filled and differ', (name, cells, expected) => {
    const { of, mapping } = propose({ [name]: cells });
    expect(of('id')).toBe(expected);
    expect(mapping.numbersRows).toBe(expected === undefined);
  });
});

describe('other columns', () => {
  test.each<[string, ContactField | undefined]>([
    ['Branch City', 'city'],
    ['Property Zip', 'zipcode'],
    ['Service State', 'state'],
    ['Given name', 'first_name'],
    ['Customer first name', 'first_name'],
    ['family_name', 'last_name'],
    ['Address 2', 'address2'],
    ['Address 2 - Street', 'address1'],
    ['Unit', 'address2'],
    ['E-mail', 'email'],
    ['Department', undefined],
    ['Phone 1 - Label', undefined],
    ['City Manager', undefined],
    ['Email Opt-In', undefined],
    ['Email Verified', undefined],
    ['IP Address', undefined],
    ['Campaign name', undefined],
    ['Middle Name', undefined],
    ['Nickname', undefined],
    ['State Tax', undefined],
    ['Address 3', undefined],
    ['Phone Country Code', undefined],
    ['Alternate Contact Phone', undefined],
    ['Contact 2 Phone', undefined],
    ['Phone Contact 2', undefined],
    ['Contact 1 Phone', 'phone_number'],
    ['Other Phone', 'phone_number'],
  ])('%j is %s', (header, field) => {
    expect(headerMeanings(header)[0]?.target).toBe(field);
  });

  test('of several addresses one is taken whole', () => {
    const at = (name: string) => cell(() => name);
    const { of } = propose({
      'Shipping Street': at('9 Far Rd'),
      'Shipping City': at('Reno'),
      'Shipping State': at('NV'),
      'Billing Street': at('1 Main St'),
      'Billing City': at('Austin'),
      'Billing Zip': at('78701'),
    });
    expect([of('address1'), of('city'), of('zipcode'), of('state')]).toEqual([
      ...['Billing Street', 'Billing City', 'Billing Zip', undefined],
    ]);
  });

  test.each<[string[], Record<string, string>, [string | undefined, string | undefined, boolean]]>([
    [['Name'], { Name: 'Ana Diaz' }, ['Name', 'Name', true]],
    [['Full name'], { 'Full name': 'Ana' }, ['Full name', 'Full name', true]],
    [['Name', 'Surname'], { Name: 'Ana', Surname: 'Diaz' }, ['Name', 'Surname', false]],
    [['Vorname', 'Name'], { Vorname: 'Ana', Name: 'Diaz' }, ['Vorname', 'Name', false]],
    [
      ['Name', 'First Name', 'Last Name'],
      { Name: 'Ana Diaz', 'First Name': 'Ana', 'Last Name': 'Diaz' },
      ['First Name', 'Last Name', false],
    ],
    [['Name', 'Surname'], { Name: 'Ana Diaz', Surname: 'Diaz' }, ['Name', 'Name', true]],
    [['Vorname', 'Name'], { Vorname: 'Ana', Name: 'Ana  Diaz' }, ['Name', 'Name', true]],
    [['First Name'], { 'First Name': 'Ana' }, ['First Name', undefined, false]],
    [
      ['Company Name', 'User Name'],
      { 'Company Name': 'Acme', 'User Name': 'ana' },
      [undefined, undefined, false],
    ],
  ])('%j has the names in the right columns', (names, values, expected) => {
    const { of, mapping } = propose(
      Object.fromEntries(names.map((name) => [name, cell(() => values[name] ?? '')])),
    );
    expect([of('first_name'), of('last_name'), mapping.lastNameOptional]).toEqual(expected);
  });

  test('a name beside a last name is whole if half of its filled cells have two words', () => {
    const half = cell((row) => (row < 10 ? 'Ana Diaz' : 'Ana'));
    const Surname = cell(() => 'Diaz');
    expect(propose({ Name: half, Surname }).mapping.lastNameOptional).toBe(true);
    expect(propose({ Name: half.with(0, 'Ana'), Surname }).mapping.lastNameOptional).toBe(false);
    expect(propose({ Name: half.with(0, ' '), Surname }).mapping.lastNameOptional).toBe(false);
    expect(propose({ Name: half.with(19, ' '), Surname }).mapping.lastNameOptional).toBe(true);
  });
});
