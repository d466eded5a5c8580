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
/** The same after a first and last name, unless written as a name: "Nguyen, Do" and "Diaz Vega, Ma" are of people. */
const AFTER_FULL_NAME: ReadonlySet<string> = new Set([
  ...['do', 'od', 'dc', 'nd', 'np', 'pa', 'pac', 'pe', 'jd', 'ea', 'ra', 'rd', 'ma', 'ms', 'ba', 'bs', 'med'],
  ...[
    'llm',
    'facs',
    'facp',
    'faap',
    'facog',
    'faan',
    'ccim',
    'gri',
    'crs',
    'abr',
    'sior',
    'cips',
    'aia',
    'pls',
  ],
  ...[
    'clu',
    'chfc',
    'aif',
    'csp',
    'cmp',
    'cissp',
    'msw',
    'lmsw',
    'lmhc',
    'otr',
    'pt',
    'dpt',
    'slp',
    'cna',
    'lmt',
  ],
  ...[
    'dpm',
    'cnm',
    'fnp',
    'crnp',
    'rph',
    'rdh',
    'rrt',
    'mph',
    'mha',
    'mpa',
    'mfa',
    'mdiv',
    'dmin',
    'thd',
    'ccc',
  ],
  ...[
    'npc',
    'cnp',
    'arnp',
    'lpn',
    'lvn',
    'emt',
    'rdn',
    'atc',
    'cma',
    'rma',
    'rvt',
    'cvt',
    'bcba',
    'sphr',
    'phr',
  ],
  ...['mai', 'sres', 'srs', 'cltc', 'clcs', 'ceo', 'cfo', 'coo', 'usmc', 'usn', 'usaf'],
]);
/** What follows the name of a company after a comma. */
const COMPANY_FORMS: ReadonlySet<string> = new Set([
  ...['llc', 'inc', 'incorporated', 'corp', 'corporation', 'co', 'company', 'ltd', 'limited', 'lp', 'llp'],
  ...['lllp', 'pllc', 'pc', 'plc', 'gmbh'],
]);
/** One that is a name, too: after a name of one word without a full stop it is one. */
const FORM_OR_NAME = 'co';
/** The same without a comma: others are last names, too. */
const FORMS_WITHOUT_COMMA: ReadonlySet<string> = new Set([
  ...['llc', 'inc', 'incorporated', 'corp', 'corporation', 'company', 'ltd', 'llp', 'pllc', 'gmbh'],
]);
/** Short words before the last one of a last name. */
const PARTICLES: ReadonlySet<string> = new Set([
  ...['de', 'la', 'del', 'los', 'las', 'da', 'dos', 'di', 'y', 'van', 'der', 'den', 'von', 'le', 'du'],
  ...['st', 'ste', 'saint', 'san', 'santa', 'el', 'bin', 'ibn', 'abu'],
]);
/** The most words of a last name, particles and suffixes aside. */
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
  const end = parts.findIndex((part, at) => at > 0 && isForm(part, before));
  if (end !== -1) return withoutSuffixes(parts.slice(0, end)).join(', ');
  const words = before.split(/\s+/);
  const form = words.length > 1 ? words.pop() : undefined;
  return form !== undefined && FORMS_WITHOUT_COMMA.has(lettersOf(form)) ? words.join(' ') : undefined;
}

function isForm(part: string, before: string): boolean {
  const letters = lettersOf(part);
  const isName = letters === FORM_OR_NAME && !part.endsWith('.') && nameWords(before).length < 2;
  return COMPANY_FORMS.has(letters) && !isName;
}

function withoutSuffixes(parts: readonly string[]): string[] {
  const [before = ''] = parts;
  return parts.filter((part, at) => at === 0 || !isSuffix(part, before));
}

/** Whether a part is no name but what follows the one before the first comma: "M. D." and "MD PhD". */
function isSuffix(part: string, before: string): boolean {
  return isSuffixWord(part, before) || part.split(/\s+/).every((word) => isSuffixWord(word, before));
}

function isSuffixWord(part: string, before: string): boolean {
  const letters = lettersOf(part);
  if (SUFFIXES.has(letters)) return true;
  const isWrittenAsName = /^\p{Lu}\p{Ll}+$/u.test(part);
  return !isWrittenAsName && nameWords(before).length > 1 && AFTER_FULL_NAME.has(letters);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');
}

/** Returns the words of a name without titles, particles and suffixes. */
function nameWords(name: string): string[] {
  const words = withoutTitle(name).filter((word) => !SUFFIXES.has(lettersOf(word)));
  return words.filter((word, at) => at === words.length - 1 || !PARTICLES.has(lettersOf(word)));
}

function withoutTitle(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const from = words.findIndex((word) => !TITLES.has(word.toLowerCase().replaceAll('.', '')));
  return from > 0 ? words.slice(from) : words;
}
