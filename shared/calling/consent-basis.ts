/** Why a person may be called: what the law asks for, or another purpose in the own words of the caller. */
export const CONSENT_BASES = ['written_consent', 'existing_customer', 'emergency', 'other'] as const;
export type ConsentBasis = (typeof CONSENT_BASES)[number];

/** The names of the bases for people. */
export const BASIS_NAMES: Readonly<Record<ConsentBasis, string>> = {
  written_consent: 'Written consent',
  existing_customer: 'Existing customer',
  emergency: 'Emergency',
  other: 'Another purpose',
};

/** Spellings, in letters alone, that name a basis. */
const SPELLINGS: Readonly<Record<string, ConsentBasis>> = {
  written: 'written_consent',
  writtenconsent: 'written_consent',
  consent: 'written_consent',
  expresswritten: 'written_consent',
  expresswrittenconsent: 'written_consent',
  priorexpresswrittenconsent: 'written_consent',
  priorwrittenconsent: 'written_consent',
  customer: 'existing_customer',
  customers: 'existing_customer',
  existingcustomer: 'existing_customer',
  existingcustomers: 'existing_customer',
  existingcustomerconsent: 'existing_customer',
  existingcustomerwithconsent: 'existing_customer',
  existingcustomerwhoagreedtobecalled: 'existing_customer',
  existingbusinessrelationship: 'existing_customer',
  ebr: 'existing_customer',
  emergency: 'emergency',
  emergencies: 'emergency',
  emergencypurpose: 'emergency',
  emergencypurposes: 'emergency',
  other: 'other',
  otherpurpose: 'other',
  anotherpurpose: 'other',
};

/** Returns the basis that a text names in any common spelling; undefined for a purpose in own words. */
export function namedBasis(text: string): ConsentBasis | undefined {
  const letters = text.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(SPELLINGS, letters) ? SPELLINGS[letters] : undefined;
}

/** What a person confirms who adds a list, by version. A changed text is a new version; records name the older ones. */
export const CONSENT_STATEMENTS: Readonly<Record<string, string>> = {
  '2026-11-23':
    'Everybody on this list agreed to receive calls with a recorded or artificial voice from this business, or may be called for the purpose given, and nobody on it has asked since not to be called.',
};
export const CONSENT_VERSION = '2026-11-23';

/** Returns the statement of a version. */
export function consentStatement(version: string = CONSENT_VERSION): string {
  return CONSENT_STATEMENTS[version] ?? '';
}
