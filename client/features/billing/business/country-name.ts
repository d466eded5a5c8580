const NAMES = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the English name of an ISO 3166-1 code. */
export function countryName(code: string): string {
  return NAMES.of(code) ?? code;
}
