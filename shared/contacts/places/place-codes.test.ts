import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTRY_CODES } from '#shared/countries.ts';
import { countryCode, STATE_CODES, stateCode, toCountryCode, toStateCode } from './place-codes.ts';
import { PROVINCE_NAMES, STATE_NAMES } from './state-names.ts';

test.each([
  ['CA', 'CA'],
  ['tx.', 'TX'],
  ['California', 'CA'],
  ['NEW  YORK', 'NY'],
  ['new-york', 'NY'],
  ['D.C.', 'DC'],
  ['Washington, D.C.', 'DC'],
  ['N. Mex.', 'NM'],
  ['US-TX', 'TX'],
  ['CA-ON', 'ON'],
  ['Texas (TX)', 'TX'],
  ['TX - Texas', 'TX'],
  ['Ont.', 'ON'],
  ['Québec', 'QC'],
  ['québec', 'QC'],
  ['Que\u0301bec', 'QC'],
  ['Newfoundland & Labrador', 'NL'],
  ['P.E.I.', 'PE'],
  ['ＣＡ', 'CA'],
  ['AE', 'AE'],
])('a State %j is %s', (cell, code) => {
  expect(stateCode(cell)).toBe(code);
  expect(toStateCode(cell)).toBe(code);
});

test.each(['', 'Atlantis', 'ZZ', 'C1', 'CA1', '12', 'Califronia', 'constructor', 'x'.repeat(1_000)])(
  'a State %j is not known, and kept',
  (cell) => {
    expect(stateCode(cell)).toBeUndefined();
    expect(toStateCode(cell)).toBe(cell);
  },
);

test.each([
  ['US', 'US'],
  ['us', 'US'],
  ['USA', 'US'],
  ['U.S.', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['United States of America', 'US'],
  ['the united states', 'US'],
  ['Canada', 'CA'],
  ['CAN', 'CA'],
  ['México', 'MX'],
  ['UK', 'GB'],
  ['Germany', 'DE'],
  ['Côte d’Ivoire', 'CI'],
])('a Country %j is %s', (cell, code) => {
  expect(countryCode(cell)).toBe(code);
});

test.each(['', 'ZZ', 'Narnia', 'U5', 'California'])('a Country %j is not known, and kept', (cell) => {
  expect(countryCode(cell)).toBeUndefined();
  expect(toCountryCode(cell)).toBe(cell);
});

test('every name is that of one place, and every code is its own', () => {
  for (const names of [STATE_NAMES, PROVINCE_NAMES])
    for (const [code, spellings] of Object.entries(names))
      for (const text of [
        code,
        code.toLowerCase(),
        ...spellings,
        ...spellings.map((name) => name.toUpperCase()),
      ])
        expect([text, stateCode(text)]).toEqual([text, code]);
  expect(new Set(STATE_CODES).size).toBe(STATE_CODES.length);
  for (const code of COUNTRY_CODES) expect(countryCode(code)).toBe(code);
});

test('the lists of this repository name known places', () => {
  const text = readFileSync(new URL('../../fixtures/contacts-1k.csv', import.meta.url), 'utf8');
  const [header = '', ...rows] = text.trim().split(/\r?\n/);
  const at = header.split(',').indexOf('Country');
  expect(
    rows.every((row) => countryCode(row.split(',').at(at - header.split(',').length) ?? '') !== undefined),
  ).toBe(true);
});

/** The names of the postal service and of Canada Post, and what they and the AP style book shorten. */
const WRITTEN = `
AL Alabama, Ala | AK Alaska | AZ Arizona, Ariz | AR Arkansas, Ark | CA California, Calif | CO Colorado, Colo
CT Connecticut, Conn | DE Delaware, Del | DC District of Columbia | FL Florida, Fla | GA Georgia | HI Hawaii
ID Idaho | IL Illinois, Ill | IN Indiana, Ind | IA Iowa | KS Kansas, Kan | KY Kentucky | LA Louisiana | ME Maine
MD Maryland | MA Massachusetts, Mass | MI Michigan, Mich | MN Minnesota, Minn | MS Mississippi, Miss | MO Missouri
MT Montana, Mont | NE Nebraska, Neb | NV Nevada, Nev | NH New Hampshire | NJ New Jersey | NM New Mexico, N Mex
NY New York | NC North Carolina | ND North Dakota, N Dak | OH Ohio | OK Oklahoma, Okla | OR Oregon, Ore
PA Pennsylvania, Penn | RI Rhode Island | SC South Carolina | SD South Dakota, S Dak | TN Tennessee, Tenn
TX Texas, Tex | UT Utah | VT Vermont | VA Virginia | WA Washington, Wash | WV West Virginia, W Va
WI Wisconsin, Wis | WY Wyoming, Wyo | AS American Samoa | GU Guam | MP Northern Mariana Islands | PR Puerto Rico
VI Virgin Islands | FM Micronesia | MH Marshall Islands | PW Palau | AA Armed Forces Americas
AE Armed Forces Europe | AP Armed Forces Pacific | AB Alberta, Alta | BC British Columbia | MB Manitoba, Man
NB New Brunswick | NL Newfoundland and Labrador, Nfld | NS Nova Scotia | NT Northwest Territories | NU Nunavut
ON Ontario, Ont | PE Prince Edward Island, PEI | QC Quebec, Que | SK Saskatchewan, Sask | YT Yukon`;

test('each state and province is known by the names that people write', () => {
  const written = WRITTEN.split(/\s*[|\n]\s*/)
    .filter((entry) => entry !== '')
    .map((entry): [string, string[]] => [entry.slice(0, 2), entry.slice(3).split(', ')]);
  expect(written.map(([code]) => code).sort()).toEqual(
    [...Object.keys(STATE_NAMES), ...Object.keys(PROVINCE_NAMES)].sort(),
  );
  for (const [code, names] of written)
    for (const name of names) expect([name, stateCode(name)]).toEqual([name, code]);
});
