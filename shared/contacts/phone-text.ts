import { visible } from './visible-text.ts';

/** A number with its country code, as digits, or why the text is none. */
export type PhoneText = { ok: true; digits: string } | { ok: false; fault: FormFault };

/**
 * `digits`: the text has too few or too many of them, or punctuation where no number has it. `form`: it is something else,
 * such as a number with an extension. `text` continues "it"; null where nothing is known.
 */
export type FormFault = { kind: 'digits'; text: string } | { kind: 'form'; text: string | null };

/** Longer texts are no numbers, with and without what is invisible in them. */
export const MAX_WRITTEN = 1_000;
const MAX_LENGTH = 64;

const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
const FULL_WIDTH_OFFSET = 0xfee0;
const DASHES = /[\u2010-\u2015\u2212]/g;
/** What says which phone of a person a number is; none has a digit. */
const KIND =
  'phone|telephone|tel|ph|mobile|mob|cell(?:ular|phone)?|home|work|main|office|business|direct|landline|primary';
const LABEL = String.raw`(?:${KIND})(?: (?:${KIND}))?\.?(?: ?(?:number|num|no\.?|#))?`;
/** One label before a number, as links and Meta's lead ads have it too: "Cell: ", "Tel. ", "Main ". */
const LABEL_BEFORE = new RegExp(String.raw`^(?:${LABEL}(?: ?[:.#-] ?| )|[pmchwot] ?: ?)(?!\d ?:)`, 'i');
/** One label behind a number: " (cell)" or " cell". */
const LABEL_BEHIND = new RegExp(String.raw`(?<=\d)(?: ?\((?:${LABEL}|[pmchwo])\)| ${LABEL})$`, 'i');

/**
 * Returns a text as it is read: without invisible characters, in plain ASCII punctuation, with single spaces, and in ASCII
 * digits if all its digits are of one script.
 */
export function foldedPhone(text: string): string {
  const narrow = visible(text).replace(FULL_WIDTH, (wide) =>
    String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET),
  );
  return inAsciiDigits(narrow).replace(DASHES, '-').replace(/\s+/g, ' ').trim();
}

const OTHER_DIGIT = /(?![0-9])\p{Nd}/u;

/** Returns a text whose digits are all of one script with those of ASCII; any other text as it is. */
function inAsciiDigits(text: string): string {
  const first = OTHER_DIGIT.exec(text)?.[0].codePointAt(0);
  if (first === undefined) return text;
  const zero = zeroOf(first);
  const valueOf = (digit: string) => (digit.codePointAt(0) ?? 0) - zero;
  // Digits of two scripts may be shown in another order than they are stored in.
  const isMixed = text.match(ANY_DIGIT)?.some((digit) => valueOf(digit) < 0 || valueOf(digit) > 9);
  return isMixed === true ? text : text.replace(ANY_DIGIT, (digit) => String(valueOf(digit)));
}

const ANY_DIGIT = /\p{Nd}/gu;

/** Returns the zero of the script of a digit: each has its ten in a row. */
function zeroOf(digit: number): number {
  let start = digit;
  while (ONE_DIGIT.test(String.fromCodePoint(start - 1))) start -= 1;
  return digit - ((digit - start) % 10);
}

const ONE_DIGIT = /^\p{Nd}$/u;

/** What stands between two numbers in one cell of Google's exports. */
export const NUMBER_SEPARATOR = ':::';

const MARK = ' ?[-./]? ?';
const COUNTRY = String.raw`(?:(?:\+? ?1|\(\+?1\)|001)${MARK})?`;
const NATIONAL = new RegExp(String.raw`^(${COUNTRY})(?:\((\d{3})\)|(\d{3}))${MARK}(\d{3})${MARK}(\d{4})$`);
/** A country code, and groups of digits of which each has one mark or space before it, or stands in brackets. */
const FOREIGN = /^\+ ?[2-9]\d*(?:(?: ?[-./] ?| | ?\([1-9]\d*\) ?)\d+)*$/;
/** What a spreadsheet makes of a number that is a whole one: the zeros behind the point were never typed. */
const WHOLE = /^(\d{10,11})\.0+$/;
const FRACTION = /^[+-]?\d+[.,]\d*$|^\+ ?[2-9].*\.0+$/;
const SCIENTIFIC = /^[+-]?\d+(?:[.,]\d*)?e[+-]?\d+$/i;
const EXTENSION = /\d[ )]*[,;]*[ ]*(?:extension|extn?|ex|x|#)[ .:=#]*\d+$/i;
const PAUSE = /(?:\d\D*){10}[,;]+ *\d{1,6}$/;
/** A formula by which an export keeps a number as text: `="2025550143"`. */
const FORMULA = /^="(.*)"$/;
const BETWEEN_NUMBERS = /[;,/|&]|\b(?:or|and)\b/i;

/**
 * Reads one telephone number as people and programs write it: "(202) 555-0143", "+44 20 7946 0958", "2025550143.0",
 * "tel:+1-202-555-0143", "Cell: 202-555-0143 (home)". No digit is added, left out or moved, but for the country code of North
 * America in front and the zeros behind the point of a whole number. Whether the area code exists is not checked.
 */
export function readPhoneText(text: string): PhoneText {
  // A spreadsheet may keep a text as text by an apostrophe.
  const folded = withoutLabel(
    foldedPhone(text.slice(0, MAX_WRITTEN)).replace(/^'/, '').replace(FORMULA, '$1').trim(),
  );
  if (text.length > MAX_WRITTEN || folded.length > MAX_LENGTH) return refused(null);
  const whole = WHOLE.exec(folded)?.[1];
  if (whole === undefined && FRACTION.test(folded)) return refused('it has a fraction');
  const written = whole ?? folded;
  const national = NATIONAL.exec(written);
  if (national !== null) {
    const [, country = '', inBrackets, plain, exchange = '', line = ''] = national;
    const area = inBrackets ?? plain ?? '';
    // No area code begins with 1: such ten digits are eleven of which one is missing.
    if (country === '' && area.startsWith('1')) return { ok: false, fault: TOO_FEW };
    return { ok: true, digits: `1${area}${exchange}${line}` };
  }
  const digits = written.replace(/[^0-9]/g, '');
  const isForeign = FOREIGN.test(written) && digits.length >= 7 && digits.length <= 15;
  return isForeign ? { ok: true, digits } : { ok: false, fault: faultOf(written, digits.length) };
}

function withoutLabel(text: string): string {
  if (text.length > MAX_LENGTH || !/[a-z]/i.test(text)) return text;
  return text.replace(LABEL_BEFORE, '').replace(LABEL_BEHIND, '');
}

/** Returns whether a text is a number that a spreadsheet shortened: "1.20256E+10". */
export function isShortened(text: string): boolean {
  return text.length <= MAX_WRITTEN && SCIENTIFIC.test(foldedPhone(text));
}

const TOO_FEW: FormFault = { kind: 'digits', text: 'it has too few digits' };

function refused(text: string | null): PhoneText {
  return { ok: false, fault: { kind: 'form', text } };
}

/** Returns what keeps a text from being a number. */
function faultOf(text: string, digits: number): FormFault {
  const other = otherForm(text, digits);
  if (other !== undefined) return { kind: 'form', text: other };
  const isForeign = /^\+ ?[2-9]/.test(text);
  const full = /^\(?\+? ?1/.test(text) ? 11 : 10;
  if (digits < (isForeign ? 7 : full)) return TOO_FEW;
  const isLong = digits > (isForeign ? 15 : full);
  return { kind: 'digits', text: isLong ? 'it has too many digits' : 'its punctuation is misplaced' };
}

/** Returns what a text is in place of a number; null if it does not look like one, undefined if it does. */
function otherForm(text: string, digits: number): string | null | undefined {
  if (OTHER_DIGIT.test(text)) return 'it has digits of several scripts';
  if (digits === 0) return null;
  if (SCIENTIFIC.test(text)) return 'a spreadsheet shortened it and lost digits';
  if (text.startsWith('-')) return 'it begins with a minus sign';
  if (text.includes(NUMBER_SEPARATOR) || hasSeveral(text)) return 'it has several numbers';
  if (EXTENSION.test(text) || PAUSE.test(text)) return 'it has an extension';
  if (/[\p{L}\p{M}]/u.test(text)) return digits < 7 ? null : 'it has letters';
  return text.includes('(0)') ? 'it has a 0 in brackets' : undefined;
}

function hasSeveral(text: string): boolean {
  const parts = text.split(BETWEEN_NUMBERS).filter((part) => part.replace(/[^0-9]/g, '').length >= 7);
  return parts.length > 1;
}
