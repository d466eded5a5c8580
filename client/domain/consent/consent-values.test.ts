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
