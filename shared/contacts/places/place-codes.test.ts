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
