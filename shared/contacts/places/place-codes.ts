import { COUNTRY_CODES } from '#shared/countries.ts';
import { COUNTRY_NAMES, PROVINCE_NAMES, STATE_NAMES } from './state-names.ts';

/** The two letters of every state, territory and province that is read. */
export const STATE_CODES: readonly string[] = [...Object.keys(STATE_NAMES), ...Object.keys(PROVINCE_NAMES)];

type Codes = ReadonlyMap<string, string>;

/**
 * Returns the two letters of the state, territory or province that a State cell names: "tx.", "Texas", "US-TX", "D.C.",
 * "Ont.", "québec"; undefined for any other text, the empty one included.
 */
export function stateCode(cell: string): string | undefined {
  return codeIn(states, cell);
}

/** Returns the two letters of the country that a Country cell names: "us", "USA", "U.S.A.", "Canada"; otherwise undefined. */
export function countryCode(cell: string): string | undefined {
  if (countryCodes.has(cell)) return cell;
  countries ??= codesOf([['', namesOfCountries()]]);
  return codeIn(countries, cell);
}

/** Returns a State cell as it is stored: its two letters, or the text where it names no state. */
export function toStateCode(cell: string): string {
  return stateCode(cell) ?? cell;
}

/** The same of a Country cell. */
export function toCountryCode(cell: string): string {
  return countryCode(cell) ?? cell;
}

const states = codesOf([
  ['US', STATE_NAMES],
  ['CA', PROVINCE_NAMES],
]);
const countryCodes: ReadonlySet<string> = new Set(COUNTRY_CODES);
/** Made when it is first needed: most lists have codes. */
let countries: Codes | undefined;

/** Longer texts name no place. */
const MAX_LENGTH = 60;

function codeIn(codes: Codes, cell: string): string | undefined {
  return cell.length > MAX_LENGTH ? undefined : (codes.get(cell) ?? codes.get(lettersOf(cell)));
}

/** Returns the codes by what they are called: the code, with its country in front, and each name, with the code beside it. */
function codesOf(groups: [country: string, names: Readonly<Record<string, readonly string[]>>][]): Codes {
  const entries = groups.flatMap(([country, places]) =>
    Object.entries(places).flatMap(([code, names]) =>
      [code, `${country}${code}`, ...names.flatMap((name) => [name, name + code, code + name])].map(
        (text) => [lettersOf(text), code] as const,
      ),
    ),
  );
  return new Map(entries);
}

function namesOfCountries(): Record<string, readonly string[]> {
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return Object.fromEntries(
    COUNTRY_CODES.map((code) => [code, [english.of(code) ?? code, ...(COUNTRY_NAMES[code] ?? [])]]),
  );
}

/** Returns a text in capitals, without accents and what stands between words; digits and signs stay, and name no place. */
function lettersOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\s.,'’()/&_-]/gu, '')
    .toUpperCase();
}
