import { expect, test } from 'vitest';
import { consentErrors, consentToSend, consentValues, NO_CONSENT } from './consent-values.ts';

const COMPLETE = {
  basis: 'written_consent' as const,
  ownWords: 'left over',
  obtainedAt: '2025-03-01',
  source: ' Form ',
};

test('names what is missing', () => {
  expect(Object.keys(consentErrors(NO_CONSENT))).toEqual(['basis', 'obtainedAt', 'source']);
  expect(Object.keys(consentErrors({ ...COMPLETE, basis: 'other', ownWords: ' ' }))).toEqual(['ownWords']);
  expect(consentErrors({ ...COMPLETE, obtainedAt: '2999-01-01' })).toEqual({
    obtainedAt: 'This date is in the future',
  });
  expect(consentErrors(COMPLETE)).toEqual({});
});

test('is sent without words that do not belong to its basis, and read again', () => {
  const sent = consentToSend(COMPLETE);
  expect(sent).toEqual({
    basis: 'written_consent',
    own_words: null,
    obtained_at: '2025-03-01',
    source: 'Form',
  });
  expect(consentToSend(consentValues(sent))).toEqual(sent);
  expect(consentToSend({ ...COMPLETE, basis: 'other', ownWords: ' Club ' }).own_words).toBe('Club');
  expect(consentValues(null)).toEqual(NO_CONSENT);
});

test('each thing that is missing is said', () => {
  expect(consentErrors({ ...NO_CONSENT, basis: 'other' })).toEqual({
    ownWords: 'Please describe the purpose',
    obtainedAt: 'Please give the date on which consent was obtained',
    source: 'Please say where consent was obtained',
  });
  expect(consentErrors({ ...COMPLETE, basis: null, source: ' ' })).toEqual({
    basis: 'Please say why these people may be called',
    source: 'Please say where consent was obtained',
  });
});

test('own words are shown as they were given', () => {
  const consent = { basis: 'other', own_words: 'Club', obtained_at: '2025-03-01', source: 'Form' } as const;
  const shown = { basis: 'other', ownWords: 'Club', obtainedAt: '2025-03-01', source: 'Form' };
  expect(consentValues(consent)).toEqual(shown);
  expect(consentToSend({ ...COMPLETE, basis: null }).basis).toBe('other');
});
