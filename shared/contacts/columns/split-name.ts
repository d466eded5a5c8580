/** What stands before a name: "Mr. and Mrs. Lee". */
const TITLES: ReadonlySet<string> = new Set([
  'mr',
  'mrs',
  'ms',
  'miss',
  'mx',
  'dr',
  'prof',
  'rev',
  'sir',
  'and',
  '&',
]);
/** What follows a name after a comma, in letters. */
const SUFFIXES: ReadonlySet<string> = new Set([
  ...['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd', 'dds', 'dvm', 'dmd', 'esq', 'esquire', 'cpa', 'rn', 'mba'],
  ...[
    'pharmd',
    'psyd',
    'edd',
    'dnp',
    'bsn',
    'msn',
    'aprn',
    'crna',
    'lcsw',
    'lmft',
    'lpc',
    'cfp',
    'cfa',
    'pmp',
  ],
  ...['realtor', 'broker', 'agent', 'attorney', 'notary', 'retired', 'ret'],
]);
/** The same after a first and last name. After one word they may be a name: "Nguyen, Do". */
const AFTER_FULL_NAME: ReadonlySet<string> = new Set([
  ...['do', 'od', 'dc', 'nd', 'np', 'pa', 'pac', 'pe', 'jd', 'ea', 'ra', 'rd', 'ma', 'ms', 'ba', 'bs', 'med'],
]);
/** What follows the name of a company after a comma. */
const COMPANY_FORMS: ReadonlySet<string> = new Set([
  ...['llc', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'ltd', 'limited', 'lp', 'llp'],
  ...['lllp', 'pllc', 'pc', 'plc', 'gmbh'],
]);
/** The same without a comma: others are last names, too. */
const FORMS_WITHOUT_COMMA: ReadonlySet<string> = new Set([
  ...['llc', 'inc', 'incorporated', 'corp', 'corporation', 'company', 'ltd', 'llp', 'pllc', 'gmbh'],
]);
/** Short words within a last name. */
const PARTICLES: ReadonlySet<string> = new Set([
  ...['de', 'la', 'del', 'los', 'las', 'da', 'dos', 'di', 'y', 'van', 'der', 'den', 'von'],
]);
/** The most words of a last name, particles aside. */
const MAX_LAST_NAME = 3;

/**
 * Splits a name into the first word and the rest, without a title: "Dr. Ana Maria Diaz" is "Ana" and "Maria Diaz". Before a
 * comma stands the last name: "Diaz, Ana Maria" is "Ana" and "Diaz". A name of one word has no last name, nor has a company,
 * whose form is left out: "Acme Plumbing, LLC" is "Acme Plumbing".
 */
export function splitName(name: string): { first: string; last: string } {
  const all = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const company = companyOf(all);
  if (company !== undefined) return { first: company, last: '' };
  const [before = '', after] = withoutSuffixes(all);
  if (after !== undefined && nameWords(before).length <= MAX_LAST_NAME)
    return { first: withoutTitle(after)[0] ?? '', last: before };
  const [first = '', ...rest] = withoutTitle(before);
  return { first, last: rest.join(' ') };
}

/** Returns the name of a company without its form; undefined if the parts of a name have none. */
function companyOf(parts: readonly string[]): string | undefined {
  const [before = ''] = parts;
  const end = parts.findIndex((part, at) => at > 0 && COMPANY_FORMS.has(lettersOf(part)));
  if (end !== -1) return withoutSuffixes(parts.slice(0, end)).join(', ');
  const words = before.split(/\s+/);
  const form = words.length > 1 ? words.pop() : undefined;
  return form !== undefined && FORMS_WITHOUT_COMMA.has(lettersOf(form)) ? words.join(' ') : undefined;
}

function withoutSuffixes(parts: readonly string[]): string[] {
  const [before = ''] = parts;
  return parts.filter((part, at) => at === 0 || !isSuffix(part, before));
}

/** Whether a part is no name but what follows the one before the first comma. */
function isSuffix(part: string, before: string): boolean {
  const letters = lettersOf(part);
  if (SUFFIXES.has(letters)) return true;
  if (nameWords(before).length < 2) return false;
  // A list may have all its names in capitals.
  const isCredential = /^\p{Lu}{2,4}$/u.test(part.replaceAll(/[.-]/g, '')) && /\p{Ll}/u.test(before);
  return isCredential || AFTER_FULL_NAME.has(letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** Returns the words of a name without titles and particles. */
function nameWords(name: string): string[] {
  return withoutTitle(name).filter((word) => !PARTICLES.has(word.toLowerCase()));
}

function withoutTitle(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const from = words.findIndex((word) => !TITLES.has(word.toLowerCase().replaceAll('.', '')));
  return from > 0 ? words.slice(from) : words;
}
