import { expect, test } from 'vitest';
import { consentInput, isFutureDate } from './consent.ts';

const GIVEN = { obtained_at: '2026-05-01', source: 'Order form' };

test.each([
  [{ basis: 'Existing customers' }, { basis: 'existing_customer', own_words: null }],
  [
    { basis: 'existing_customer', own_words: 'ignored' },
    { basis: 'existing_customer', own_words: null },
  ],
  [{ basis: 'Members of our club' }, { basis: 'other', own_words: 'Members of our club' }],
  [
    { basis: 'other', own_words: ' School closing ' },
    { basis: 'other', own_words: 'School closing' },
  ],
])('%j is read', (basis, read) => {
  expect(consentInput.parse({ ...GIVEN, ...basis })).toEqual({ ...GIVEN, ...read });
});

test.each([{ basis: 'other' }, { basis: 'Another purpose', own_words: null }])(
  'another purpose without words is refused: %j',
  (basis) => {
    const { error } = consentInput.safeParse({ ...GIVEN, ...basis });
    expect(error?.issues.map(({ path }) => path.join('.'))).toEqual(['basis']);
  },
);

test.each([
  ['1970-01-01', '1970-01-01'],
  ['2026-05-01T10:00:00Z', '2026-05-01'],
  [' 2026-05-01 ', '2026-05-01'],
  ['1969-12-31', undefined],
  ['2026-02-30', undefined],
  ['05/01/2026', undefined],
  ['', undefined],
])('the date %j is read as %s', (obtained_at, read) => {
  const consent = consentInput.safeParse({ ...GIVEN, basis: 'customer', obtained_at });
  expect(consent.data?.obtained_at).toBe(read);
});

test('a date is in the future once it has begun nowhere yet', () => {
  const now = new Date('2027-01-12T09:59:59Z');
  expect(isFutureDate('2027-01-12', now)).toBe(false);
  expect(isFutureDate('2027-01-13', now)).toBe(true);
  // The earliest zone is 14 hours ahead.
  expect(isFutureDate('2027-01-13', new Date('2027-01-12T10:00:00Z'))).toBe(false);
});
