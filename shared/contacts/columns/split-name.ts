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
/** What follows a name after a comma. */
const SUFFIXES: ReadonlySet<string> = new Set([
  ...['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd', 'dds', 'dvm', 'esq', 'cpa', 'rn', 'mba'],
]);

/**
 * Splits a name into the first word and the rest, without a title: "Dr. Ana Maria Diaz" is "Ana" and "Maria Diaz". Before a
 * comma stands the last name: "Diaz, Ana Maria" is "Ana" and "Diaz". A name of one word has no last name.
 */
export function splitName(name: string): { first: string; last: string } {
  const parts = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !SUFFIXES.has(part.toLowerCase().replaceAll('.', '')));
  const [before = '', after] = parts;
  if (after !== undefined) return { first: withoutTitle(after)[0] ?? '', last: before };
  const [first = '', ...rest] = withoutTitle(before);
  return { first, last: rest.join(' ') };
}

function withoutTitle(name: string): string[] {
  const words = name.split(/\s+/).filter((word) => word !== '');
  const from = words.findIndex((word) => !TITLES.has(word.toLowerCase().replaceAll('.', '')));
  return from > 0 ? words.slice(from) : words;
}
