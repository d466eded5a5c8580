import { areIdeographs, IDEOGRAPHS } from './ideographs.ts';
import { CENTRAL, isLatinWord, TURKISH, WESTERN, type Alphabets } from './latin-words.ts';
import { isCyrillicWord, isGreekWord, isHebrewWord, isThaiWord, type WordRule } from './other-scripts.ts';
import type { TextEncoding } from './text-encoding.ts';

const latin =
  (alphabets: Alphabets): WordRule =>
  (word) =>
    isLatinWord(word, alphabets);

const WORDS: Partial<Record<TextEncoding, WordRule>> = {
  'windows-1252': latin(WESTERN),
  macintosh: latin(WESTERN),
  'windows-1250': latin(CENTRAL),
  'iso-8859-2': latin(CENTRAL),
  'windows-1254': latin(TURKISH),
  'windows-1251': isCyrillicWord,
  'koi8-r': isCyrillicWord,
  'windows-1253': isGreekWord,
  'windows-1255': isHebrewWord,
  'windows-874': isThaiWord,
  ibm850: latin(WESTERN),
  ibm852: latin(CENTRAL),
};

/** Returns whether a cell, decoded from `bytes`, reads as people write names, places and notes in an encoding. */
export function isPlausible(bytes: Uint8Array, text: string, encoding: TextEncoding): boolean {
  if (/(?!\t)\p{Cc}|\p{Co}|\uFFFD/u.test(text)) return false;
  const rule = encoding in IDEOGRAPHS ? IDEOGRAPHS[encoding as keyof typeof IDEOGRAPHS] : undefined;
  if (rule !== undefined) return areIdeographs(bytes, text, rule);
  // The space of KOI8 is a letter of Mac Roman.
  if (encoding === 'koi8-r' && text.includes('\u00A0')) return false;
  return hasUsualMarks(text) && wordsOf(text).every((word) => WORDS[encoding]?.(word) ?? false);
}

/** The words of a text that have letters beyond ASCII. */
function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{M}]*(?=[^\0-\u007F])[\p{L}\p{M}][\p{L}\p{M}]*/gu) ?? [];
}

/** Marks beyond ASCII, and what stands on both sides of them: `a` for a letter, `1` for a digit, `_` for others. */
const MARKS: readonly (readonly [marks: RegExp, sides: RegExp])[] = [
  [/[\u00A0]/, /.*/],
  [/[“‘«¿¡„‚‹]/, /^[_]/],
  [/[”»›]/, /_$/],
  [/[–—•]/, /^(?:__|11|_1|1_|_a)$/],
  [/[…®™©]/, /_$/],
  [/[€£¥$]/, /^(?:_[1_]|1_)$/],
  [/[°½¼¾±×§¢‰]/, /^(?:1[1_]|_1)$/],
  [/[ºª]/, /^[1_]_$/],
];

/** Marks of which the other one is missing. */
const UNPAIRED = /[„“][^”“]*$|‚[^‘’]*$|‘[^’]*$|^[^“„]*”|‹[^›]*$|«[^»]*$|^[^«]*»|^[^‹]*›|¡[^!]*$|¿[^?]*$/;

function hasUsualMarks(text: string): boolean {
  if (UNPAIRED.test(text) || /\p{Lu}…/u.test(text)) return false;
  for (const { 0: mark, index } of text.matchAll(/[^\0-\u007F\p{L}\p{M}]/gu)) {
    if (mark === '·' && /l·l/i.test(text)) continue;
    if (mark === '’' ? !isApostrophe(text, index) : !hasSides(text, mark, index)) return false;
  }
  return true;
}

function hasSides(text: string, mark: string, index: number): boolean {
  const sides = sideOf(text[index - 1]) + sideOf(text[index + mark.length]);
  return MARKS.some(([marks, usual]) => marks.test(mark) && usual.test(sides));
}

function sideOf(letter = ' '): string {
  if (/[\p{L}\p{M}]/u.test(letter)) return 'a';
  return /\d/.test(letter) ? '1' : '_';
}

/** "O’Brien", "Joe’s", "Angels’", and a closing quotation mark. */
function isApostrophe(text: string, index: number): boolean {
  const [before, after] = [text.slice(0, index), text.slice(index + 1)];
  if (!/^[\p{L}]/u.test(after)) return /[\p{L}\d.!?,]$/u.test(before) || /^\d/.test(after);
  if (!/\p{L}$/u.test(before)) return before.includes('‘') || /^(?:n|em|tis)\b/iu.test(after);
  return (
    /^\p{Lu}/u.test(after) || /^(?:s|t|ll|re|ve|d|m)(?!\p{L})/u.test(after) || /\b[dlnmst]$/iu.test(before)
  );
}
