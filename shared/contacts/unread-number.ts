import { isShortened, MAX_WRITTEN } from './phone-text.ts';
import { numbersIn, readPhone } from './phone-number.ts';

/**
 * What a column holds, by its header: `place` says where a phone is, such as "Home", `number` may be a phone number or an id, and
 * `person` is whoever has the phone.
 */
export type ColumnKind = 'phone' | 'place' | 'number' | 'person' | 'id' | 'area code' | 'other';

/** Digits of a number without its area code. */
const FEWEST_DIGITS = 7;
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?!\d)/;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** "Jan 2, 2026" and "2 January 2026"; not a number behind a name such as May. */
const NAMED_DATE = new RegExp(String.raw`\b(?:${MONTH})\b[ .,-]*(?:\d{1,2}|20\d\d)(?!\d)`, 'i');
/** A date among words, with its time. */
const DATES =
  /(?<![\d+(-])(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?:[ T]+\d{1,2}:\d\d(?::\d\d)?)?(?!\d)/g;
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
  if (digits < FEWEST_DIGITS) return false;
  if (isDate(text)) return hasLong(text);
  if (kind === 'phone') return true;
  // An address has as many digits, but not in one row.
  if (!ONLY_NUMBER.test(text)) return hasLong(text);
  return kind === undefined ? digits > 8 && digits < 13 : true;
}

/** Returns whether a cell of no known column has a number that cannot be read. */
export function hasUnread(cell: string): boolean {
  return numbersIn(cell).some((text) => isUnread(text));
}

/** A number without its area code. */
const LOCAL = /^\d{3}[ .-]\d{4}$/;
/** A header may show how its numbers are written. */
const EXAMPLE = /\be\.? ?g\b|\b(?:example|format)\b/i;

/**
 * Returns whether a row above the phones of a list has a number that cannot be read: it is then about a person, and neither a
 * title nor a header.
 */
export function isOfPerson(cells: readonly string[]): boolean {
  return cells.some((cell) => (hasUnread(cell) || LOCAL.test(cell.trim())) && !EXAMPLE.test(cell));
}

/** Whether a text has the digits of a number in one row, beside dates. */
function hasLong(text: string): boolean {
  if (text.length > MAX_WRITTEN) return false;
  return text.replaceAll(DATES, ' ').match(AMONG_WORDS)?.some(isLong) === true;
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
