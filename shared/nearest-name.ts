/** Longer names are nobody's typing error. */
const MAX_COMPARED_LENGTH = 60;

/**
 * Returns the name of a list that somebody most likely meant by another: a misspelling of it, or a part of it (`hours` for
 * `calling_hours`); undefined if none is near.
 */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  return misspelledName(given, known) ?? known.find((other) => isPart(plain(given), plain(other)));
}

/**
 * Returns the name of a list of which another is a misspelling: written differently (`dropDate` for `drop_date`), or with
 * typing errors (a letter in four); undefined if there is none.
 */
export function misspelledName(given: string, known: readonly string[]): string | undefined {
  const name = plain(given);
  if (name === '' || given.length > MAX_COMPARED_LENGTH) return undefined;
  const [nearest] = known
    .map((other) => ({ other, errors: errorsBetween(name, plain(other)) }))
    .filter(({ errors }) => errors !== Infinity)
    .toSorted((a, b) => a.errors - b.errors);
  return nearest?.other;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** Names of less letters are compared as they are: every short name is a few letters from every other. */
const LEAST_LETTERS = 4;

function errorsBetween(name: string, other: string): number {
  if (name === other) return 0;
  if (Math.min(name.length, other.length) < LEAST_LETTERS) return Infinity;
  const errors = editDistance(name, other);
  return errors <= Math.max(name.length, other.length) / 4 ? errors : Infinity;
}

function isPart(name: string, other: string): boolean {
  const [short, long] = name.length < other.length ? [name, other] : [other, name];
  return short.length >= LEAST_LETTERS && (long.startsWith(short) || long.endsWith(short));
}

/** Returns the number of letters to insert, remove, replace or swap to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let line = 0; line < from.length; line++) {
    const next = [line + 1];
    for (let at = 0; at < to.length; at++) {
      const replaced = (row[at] ?? 0) + (from[line] === to[at] ? 0 : 1);
      const isSwapped = line > 0 && at > 0 && from[line] === to[at - 1] && from[line - 1] === to[at];
      const swapped = isSwapped ? (before[at - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(replaced, swapped, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
