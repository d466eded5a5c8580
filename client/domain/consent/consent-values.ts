import type { ConsentBasis } from '#shared/calling/consent-basis.ts';
import { isFutureDate, type Consent } from '#shared/schemas/campaigns/consent.ts';

/** The consent of a list as it is entered. */
export interface ConsentValues {
  basis: ConsentBasis | null;
  /** The purpose, where the basis is `other`. */
  ownWords: string;
  /** `YYYY-MM-DD`, or '' for none. */
  obtainedAt: string;
  source: string;
}
export type ConsentErrors = Partial<Record<keyof ConsentValues, string>>;

export const NO_CONSENT: ConsentValues = { basis: null, ownWords: '', obtainedAt: '', source: '' };

/** Returns a consent as the form shows it. */
export function consentValues(consent: Consent | null): ConsentValues {
  if (consent === null) return NO_CONSENT;
  const { basis, own_words, obtained_at: obtainedAt, source } = consent;
  return { basis, ownWords: own_words ?? '', obtainedAt, source };
}

/** Returns what is missing or wrong, by field; empty for a complete consent. */
export function consentErrors({ basis, ownWords, obtainedAt, source }: ConsentValues): ConsentErrors {
  return {
    ...(basis === null && { basis: 'Please say why these people may be called' }),
    ...(basis === 'other' && ownWords.trim() === '' && { ownWords: 'Please describe the purpose' }),
    ...(obtainedAt === '' && { obtainedAt: 'Please give the date on which consent was obtained' }),
    ...(isFutureDate(obtainedAt, new Date()) && { obtainedAt: 'This date is in the future' }),
    ...(source.trim() === '' && { source: 'Please say where consent was obtained' }),
  };
}

/** Returns a complete consent as it is sent. */
export function consentToSend({ basis, ownWords, obtainedAt, source }: ConsentValues): Consent {
  return {
    basis: basis ?? 'other',
    own_words: basis === 'other' ? ownWords.trim() : null,
    obtained_at: obtainedAt,
    source: source.trim(),
  };
}
