/** A part of a text; `end` is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A word in a form that ignores case, accents and apostrophes. A placeholder is a word that equals no other. */
export interface Word extends Span {
  plain: string;
}

const PLACEHOLDER = '{}';

/** Returns a text of the same length in which the names of placeholders are no words; their fallbacks stay. */
export function withoutNames(text: string): string {
  return text.replace(
    /\{([^{}|]*)((?:\|[^{}]*)?\})/g,
    (_whole, name: string, rest: string) => `{${'_'.repeat(name.length)}${rest}`,
  );
}

/** Returns a text without the fallbacks of its placeholders, which most people do not hear. */
export function withoutFallbacks(text: string): string {
  return text.replace(/\{([^{}|]*)\|[^{}]*\}/g, '{$1}');
}

/** Returns the words of a text in order. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(/\{[^{}]*\}|[\p{L}\p{N}\p{M}'’]+/gu)].flatMap((match) => {
    const plain = match[0].startsWith('{') ? PLACEHOLDER : plainWord(match[0]);
    return plain === '' ? [] : [{ plain, start: match.index, end: match.index + match[0].length }];
  });
}

/** Returns a word in lower case without accents and apostrophes. */
function plainWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
}

const ABBREVIATIONS = new Set([
  ...['dr', 'mr', 'mrs', 'ms', 'st', 'jr', 'sr', 'prof', 'rev', 'hon', 'mt', 'ft', 'ave', 'blvd', 'dept'],
  ...['inc', 'co', 'corp', 'ltd', 'llc', 'bros', 'no', 'vs', 'etc'],
]);

/** Returns the sentences of a text, which together cover all of it. A line break ends a sentence, no placeholder does. */
export function sentencesOf(text: string): Span[] {
  const sentences: Span[] = [];
  const closed = text.replace(/\{[^{}]*\}/g, (placeholder) => '_'.repeat(placeholder.length));
  let start = 0;
  for (const match of closed.matchAll(/(?<![.!?])[.!?]+["'”’)]*(?=\s|$)|\n/g)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && isAbbreviated(closed, match.index)) continue;
    sentences.push({ start, end });
    start = end;
  }
  if (start < text.length) sentences.push({ start, end: text.length });
  return sentences;
}

/** Whether the full stop at an index belongs to an abbreviation or an initial, as in "Dr." and "J. Smith". */
function isAbbreviated(text: string, stop: number): boolean {
  const word = /[\p{L}\p{N}]*$/u.exec(text.slice(Math.max(0, stop - 8), stop))?.[0] ?? '';
  return /^\p{L}$/u.test(word) || ABBREVIATIONS.has(word.toLowerCase());
}
