import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainZip } from './zip-code.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${String(length)}}$`));
const province = fc.stringMatching(/^[A-Z]\d[A-Z]$/);
const unit = fc.stringMatching(/^\d[A-Z]\d$/);

test('a ZIP code is read in the forms of spreadsheets and of people, with and without its last digits', () => {
  const form = fc.constantFrom<(code: string) => string>(
    (code) => code,
    (code) => `'${code}`,
    (code) => `="${code}"`,
    (code) => `"${code}"`,
    (code) => ` ${code}\u200B `,
    (code) => `CA ${code}`,
    (code) => `New York, ${code}`,
    (code) => `N.Y. ${code}`,
  );
  const five = fc.constantFrom('', '-', ' -', '.0');
  const nine = fc.constantFrom('-', ' ', ' - ', '', '\u2013');
  fc.assert(
    fc.property(digits(5), digits(4), form, five, nine, (zip, last, write, end, between) => {
      expect(plainZip(write(zip + end))).toBe(zip);
      expect(plainZip(write(zip + between + last))).toBe(`${zip}-${last}`);
    }),
  );
});

test('a Canadian code is read with any mark between its halves', () => {
  const form = fc.constantFrom<(code: string) => string>(
    (code) => code,
    (code) => code.toLowerCase(),
    (code) => `'${code}`,
    (code) => `="${code}"`,
    (code) => `BC ${code}`,
    (code) => `Québec, ${code}`,
  );
  fc.assert(
    fc.property(province, unit, form, fc.constantFrom(' ', '-', ' - ', ''), (area, end, write, between) => {
      expect(plainZip(write(area + between + end))).toBe(`${area} ${end}`);
    }),
  );
});

test.each([
  ['2101', '02101'],
  ['501', '00501'],
  ['501-0001', '00501-0001'],
  ['5010001', '00501-0001'],
  ['21011234', '02101-1234'],
  ['021011234.0', '02101-1234'],
])('without its zeros %s is %s', (cell, zip) => {
  expect(plainZip(cell)).toBe(zip);
});

test.each(['', '1', '12', '331-01', '94105-12', '9410512345', '9.4105', '-94105', 'abc', 'CA', 'Apt 94105'])(
  'any other text is none: %j',
  (cell) => {
    expect(plainZip(cell)).toBeUndefined();
    expect(plainZip(`${cell}${'x'.repeat(100)}`)).toBeUndefined();
  },
);
