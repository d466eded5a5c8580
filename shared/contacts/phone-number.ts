import { foldedPhone, NUMBER_SEPARATOR, readPhoneText, type FormFault } from './phone-text.ts';

/**
 * Returns the dialled number in the characters from `start` to before `end`, a 1 followed by exactly 10 digits with an area
 * code that is called, as an integer; 0 for anything else. `codes` are those of the text (`codesOf`).
 */
export function dialledCodes(codes: Uint8Array, start: number, end: number): number {
  if (end - start !== 11 || codes[start] !== ONE) return 0;
  let number = 1;
  for (let index = start + 1; index < end; index++) {
    const digit = (codes[index] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return isCalledArea(Math.floor(number / 10_000_000) - 1_000) ? number : 0;
}

const ZERO = 0x30;
const ONE = 0x31;

/** Area codes begin with 2 to 9; those that end with 11 are service codes, and 900 charges the caller. */
function isCalledArea(area: number): boolean {
  return area >= 200 && area % 100 !== 11 && area !== 900;
}

const DIALLED = /^1\d{10}$/;

/** Returns whether a text is a 1 followed by exactly 10 digits, in dialled form. */
export function isDialled(phone: string): boolean {
  return DIALLED.test(phone);
}

/** A number that may be called or listed, as its digits with the country code; or why it may not. */
export type PhoneReading = { ok: true; digits: string } | { ok: false; fault: PhoneFault };

/** Why a number is refused: the text is none, or it has an area code that is not called, which `text` says. */
export type PhoneFault = FormFault | { kind: 'area'; text: string };

/** Reads one number of any country: E.164 with a plus, or one of the US or Canada in any form that people write. */
export function readNumber(text: string): PhoneReading {
  const read = readPhoneText(text);
  return read.ok ? inCalledArea(read.digits) : read;
}

/** Reads one number of the US or Canada as `readNumber` does, to be dialled. */
export function readDialled(text: string): PhoneReading {
  const read = readStored(text);
  return read.ok ? inCalledArea(read.digits) : read;
}

/** Reads a number as `readDialled` does that may be stored since before area codes were checked. */
export function readStored(text: string): PhoneReading {
  const read = readPhoneText(text);
  return !read.ok || isDialled(read.digits) ? read : notDialled('it is a number of another country');
}

function notDialled(text: string | null): PhoneReading {
  return { ok: false, fault: { kind: 'form', text } };
}

function inCalledArea(digits: string): PhoneReading {
  const area = digits.slice(1, 4);
  if (!isDialled(digits) || isCalledArea(Number(area))) return { ok: true, digits };
  const text =
    area === '900' ? 'Area code 900 costs extra and is not called' : `Area code ${area} does not exist`;
  return { ok: false, fault: { kind: 'area', text } };
}

/** Returns why a number is refused in words: `lead`, such as "This is not a phone number", and what is known beside. */
export function phoneProblem({ kind, text }: PhoneFault, lead: string): string {
  if (kind === 'area') return text;
  return text === null ? lead : `${lead}: ${text}`;
}

/** Returns a US or Canadian number in dialled form; `undefined` for any other text. Nothing is guessed. */
export function readPhone(text: string): string | undefined {
  const read = readDialled(text);
  return read.ok ? read.digits : undefined;
}

/** Returns whether a text is a number of the US or Canada that is written without its country code. */
export function isWithoutCode(text: string): boolean {
  const national = readPhone(text)?.slice(1);
  return (
    national !== undefined &&
    foldedPhone(text)
      .replace(/[^0-9]/g, '')
      .startsWith(national)
  );
}

/** Returns the number of a cell that is read: of several, which a list divides by ":::", the first. */
export function firstNumber(cell: string): string {
  const [first = ''] = numbersOf(cell);
  return first;
}

/** Returns the numbers of a cell, which a list divides by ":::", as they are written. */
export function numbersOf(cell: string): string[] {
  return cell.split(NUMBER_SEPARATOR).map((part) => part.trim());
}

/** What people put between the numbers of one person, beside what lists do. */
const BETWEEN = /:::|[;,/|&\r\n]|\b(?:or|and)\b/i;

/**
 * Returns the numbers of a cell as they are written. Unlike a contact, of whose numbers one is called, whoever must not be called
 * may have several in any form: "a; b", "a or b", "a b".
 */
export function numbersIn(cell: string): string[] {
  if (cell.length > MAX_DIVIDED || readPhone(cell) !== undefined) return [cell];
  const parts = cell.split(BETWEEN).map((part) => part.trim());
  const filled = parts.filter((part) => part !== '');
  if (filled.some((part) => readPhone(part) !== undefined)) return filled;
  const words = cell.trim().split(/\s+/);
  return words.every((word) => readPhone(word) !== undefined) ? words : numbersOf(cell);
}

/** Longer cells are not looked through: they are texts, or made to cost much. */
const MAX_DIVIDED = 10_000;

/** Returns a RecommendedPhone in dialled form, or the text if it is no number. */
export function toDialled(cell: string): string {
  return isDialled(cell) ? cell : (readPhone(firstNumber(cell)) ?? cell);
}

/** Behind a whole number that went through a spreadsheet. */
const ZEROS = /\.0+$/;

/** Reads a RecommendedPhone that must be written as documented: a 1 followed by exactly 10 digits. */
function readDocumented(cell: string): PhoneReading {
  const digits = foldedPhone(cell).replace(ZEROS, '');
  return isDialled(digits) ? inCalledArea(digits) : notDialled(null);
}

/** Reads a RecommendedPhone: in any form and, of several numbers, the first; or as documented. */
export function readRecommended(cell: string, anyForm: boolean): PhoneReading {
  return anyForm ? readDialled(firstNumber(cell)) : readDocumented(cell);
}

/** Returns a PhoneNumber as an integer of its digits with the country code; 0 if it is none. */
export function listedDigits(cell: string): number {
  const read = readNumber(firstNumber(cell));
  return read.ok ? Number(read.digits) : 0;
}

/** Returns the comparison key of a PhoneNumber: its digits, or the text if it is not a number. */
export function listedNumber(cell: string): string {
  return toE164(cell).replace(/^\+/, '');
}

/** Returns a PhoneNumber as E.164, or the text if it is no number. */
export function toE164(cell: string): string {
  // Nearly all are written so.
  if (E164.test(cell) && isCalledArea(Number(cell.slice(2, 5)))) return cell;
  const digits = listedDigits(cell);
  return digits === 0 ? cell : `+${String(digits)}`;
}

const E164 = /^\+1\d{10}$/;

const SEARCHED = /^\+?[ ()./-]*\d[\d ()./-]*$/;
/** A point behind more digits than an area code has is that of a fraction. */
const FRACTION_BEGUN = /\d{4}\.|^-/;

/** Returns the digits of a number, or of a part of one as it is being typed; undefined for any other text. */
export function searchedDigits(text: string): string | undefined {
  const read = readStored(text);
  if (read.ok) return read.digits;
  const folded = foldedPhone(text);
  if (!SEARCHED.test(folded) || FRACTION_BEGUN.test(folded)) return undefined;
  return folded.replace(/[^0-9]/g, '');
}

/** Returns the beginning of a dialled number that is searched for, whose country code may be left out; as `searchedDigits`. */
export function searchedPrefix(text: string): string | undefined {
  const digits = searchedDigits(text);
  return digits === undefined || digits.startsWith('1') ? digits : `1${digits}`;
}
