import { expect, test } from 'vitest';
import { BASIS_NAMES, CONSENT_BASES, namedBasis, type ConsentBasis } from './consent-basis.ts';

test.each<[ConsentBasis, string[]]>([
  [
    'written_consent',
    [
      ...['Written', 'Written consent', 'consent', 'Express written', 'Express written consent'],
      ...['Prior express written consent', 'prior-written-consent'],
    ],
  ],
  [
    'existing_customer',
    [
      ...['Customer', 'customers', 'Existing customer', 'Existing customers', 'Existing customer consent'],
      ...['Existing customer with consent', 'Existing customer who agreed to be called'],
      ...['Existing business relationship', 'EBR'],
    ],
  ],
  ['emergency', ['Emergency', 'emergencies', 'Emergency purpose', 'Emergency purposes']],
  ['other', ['Other', 'Other purpose', 'Another purpose']],
])('%s is what its spellings name', (basis, spellings) => {
  expect(spellings.map((spelling) => [spelling, namedBasis(spelling)])).toEqual(
    spellings.map((spelling) => [spelling, basis]),
  );
});

test('every basis is named by itself and by its name for people', () => {
  expect(CONSENT_BASES.map((basis) => [namedBasis(basis), namedBasis(BASIS_NAMES[basis])])).toEqual(
    CONSENT_BASES.map((basis) => [basis, basis]),
  );
});

test.each(['', '…', 'No written consent', 'Former customer', 'constructor'])(
  '%j is a purpose in own words',
  (text) => {
    expect(namedBasis(text)).toBeUndefined();
  },
);
