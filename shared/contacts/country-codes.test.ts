import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COUNTRY_CODES } from '#shared/countries.ts';
import { suggestMapping } from './columns/suggest-mapping.ts';
import { matchRecords } from './columns/match-records.ts';
import { createContactListChecker } from './contact-list.ts';
import { lacksCountryCode } from './country-codes.ts';
import { CsvRecord } from './csv-record.ts';

const HEADER = ['id', 'FirstName', 'LastName', 'PhoneNumber', 'RecommendedPhone', 'Country'];

/** Checks rows below a header; returns their errors without lines, and the values that they name. */
function problemsOf(header: string[], rows: string[][], anyPhoneForm = false) {
  const checker = createContactListChecker({ anyPhoneForm });
  checker.header(header);
  return rows.map((row, at) =>
    checker.problems(CsvRecord.of(row), at).map(({ message, value }) => [message, value]),
  );
}

const row = (listed: string, dialled: string, country: string) => [
  '1',
  'Ana',
  'Diaz',
  listed,
  dialled,
  country,
];

describe('a number without a country code in another country is an error of its row', () => {
  test.each([
    ['5512345678', 'Mexico', 'Mexico'],
    ['(551) 234-5678', 'MX', 'MX'],
    ['551.234.5678 ::: +1 408 555 0101', ' mx ', 'mx'],
    ["'5512345678.0", 'DEU', 'DEU'],
    ['５５１２３４５６７８', 'United Kingdom', 'United Kingdom'],
  ])('%s in %s', (phone, country, named) => {
    const message = `Country is ${named}: write the number with + and its country code`;
    expect(problemsOf(HEADER, [row(phone, '15512345678', country)])).toEqual([[[message, phone]]]);
    expect(problemsOf(HEADER, [row('+15512345678', phone, country)], true)).toEqual([[[message, phone]]]);
    expect(problemsOf(HEADER, [row(phone, phone, country)], true)).toEqual([[[message, phone]]]);
  });

  test.each([
    ...['', 'US', 'us', 'usa', 'United States', 'Canada', 'Puerto Rico', 'VI', 'GU', 'AS', 'MP', 'Jamaica'],
    ...['Dominican Republic', 'Bahamas', 'Sint Maarten', 'Narnia', 'XX', 'n/a', 'NA', 'California'],
  ])('not where Country is %j', (country) => {
    expect(problemsOf(HEADER, [row('5512345678', '15512345678', country)])).toEqual([[]]);
  });

  test.each(['+15512345678', '1 551 234 5678', '15512345678.0', '001 551 234 5678', '+52 55 1234 5678'])(
    'not where the number is %s',
    (phone) => {
      expect(problemsOf(HEADER, [row(phone, '15512345678', 'Mexico')])).toEqual([[]]);
    },
  );

  test('beside what else is wrong with the row, and not beside a number that is none', () => {
    const [first, second] = problemsOf(HEADER, [
      row('5512345678', '15512345678', 'Mexico').with(1, ''),
      row('5512345678', '5512345678', 'Mexico').with(0, '2'),
    ]);
    expect(first?.map(([message]) => message)).toEqual([
      'Missing FirstName',
      'Country is Mexico: write the number with + and its country code',
    ]);
    expect(second?.map(([message]) => message)).not.toContain(
      'Country is Mexico: write the number with + and its country code',
    );
  });

  test('whichever columns of a file are matched', () => {
    const names = ['First Name', 'Last Name', 'Mobile', 'PhoneNumber', 'Country'];
    const table = [
      ['Ana', 'Diaz', '5512345678', '+525512345678', 'Mexico'],
      ['Ben', 'Lee', '4085550101', '+14085550102', 'US'],
    ];
    const { mapping } = suggestMapping(
      names,
      names.map((_, at) => table.map((cells) => cells[at] ?? '')),
    );
    const matched: string[][] = [];
    const take = matchRecords(mapping, (record) => matched.push(record.cells()));
    for (const cells of [names, ...table]) take(CsvRecord.of(cells));
    const [header = [], ...rows] = matched;
    expect(problemsOf(header, rows, true).map((problems) => problems.map(([, value]) => value))).toEqual([
      ['5512345678'],
      [],
    ]);
  });
});

test('a number lacks its country code exactly if its first digits are those of its area', () => {
  const area = fc.integer({ min: 2, max: 9 }).map((first) => `${String(first)}51`);
  const code = fc.constantFrom('', '1', '+1 ', '1-', '(1) ', '+52 ');
  const form = fc.constantFrom(['', '', ''], ['(', ') ', '-'], ['', '.', '.'], ['', ' ', ' ']);
  fc.assert(
    fc.property(
      area,
      code,
      form,
      fc.constantFrom(...COUNTRY_CODES),
      (at, prefix, [open, after, mid], country) => {
        const phone = `${prefix}${open}${at}${after}234${mid}5678`;
        const isAbroad = !NOT_ELSEWHERE.includes(country);
        expect(lacksCountryCode(phone, country)).toBe(isAbroad && prefix === '');
      },
    ),
  );
});

const NOT_ELSEWHERE = 'US CA PR VI GU AS MP AG AI BB BM BS DM DO GD JM KN KY LC MS SX TC TT VC VG NA'.split(
  ' ',
);
