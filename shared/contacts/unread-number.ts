import type { ColumnKind } from './number-columns.ts';
import { isShortened, MAX_WRITTEN } from './phone-text.ts';
import { readPhone } from './phone-number.ts';

/** Digits of a number without its area code. */
const FEWEST_DIGITS = 7;
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?!\d)/;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** "Jan 2, 2026" and "2 January 2026"; not a number behind a name such as May. */
const NAMED_DATE = new RegExp(String.raw`\b(?:${MONTH})\b[ .,-]*(?:\d{1,2}|20\d\d)(?!\d)`, 'i');
const ONLY_NUMBER = /^[\s\d().+-]*$/;
/** A number among words; not one in an id such as a UUID, nor before the @ of an address. */
const AMONG_WORDS = /(?<![\p{L}\p{N}-])[+(]?\d[\d\s().-]*(?![\p{N}@])/gu;

/**
 * Returns whether a text that should be one phone number is none, though it has the digits of one: it is then an error, while
 * "none" and "n/a" are not. `kind` is that of its column; without one, ids and dates may stand anywhere.
 */
export function isUnread(text: string, kind?: ColumnKind): boolean {
  if (isShortened(text)) return true;
  if (text.length < FEWEST_DIGITS || readPhone(text) !== undefined) return false;
  const digits = digitsIn(text);
  if (digits < FEWEST_DIGITS || isDate(text)) return false;
  if (kind === 'phone') return true;
  // An address has as many digits, but not in one row.
  if (text.length > MAX_WRITTEN) return false;
  if (!ONLY_NUMBER.test(text)) return text.match(AMONG_WORDS)?.some(isLong) === true;
  return kind === undefined ? digits > 8 && digits < 13 : true;
}

function isDate(text: string): boolean {
  return DATE.test(text.trim()) || NAMED_DATE.test(text);
}

function isLong(text: string): boolean {
  const digits = digitsIn(text);
  return digits > 9 && digits < 13;
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}
