/**
 * Returns the dialled number in the characters from `start` to before `end`, a 1 followed by exactly 10 digits, as an
 * integer; 0 for anything else. `codes` are those of the text (`codesOf`).
 */
export function dialledCodes(codes: Uint8Array, start: number, end: number): number {
  if (end - start !== 11 || codes[start] !== ONE) return 0;
  let number = 1;
  for (let index = start + 1; index < end; index++) {
    const digit = (codes[index] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}

const DIALLED = /^1\d{10}$/;

/** Returns the dialled number in `text[start, end)` as `dialledCodes` does. */
export function dialledDigits(text: string, start: number, end: number): number {
  const cell = text.slice(start, end);
  return isDialled(cell) ? Number(cell) : 0;
}

/** Returns whether a text is a number in dialled form. */
export function isDialled(phone: string): boolean {
  return DIALLED.test(phone);
}

/** Spaces, brackets, full stops and dashes between digits. */
const PUNCTUATION = /[\s().\-\u2010-\u2015]/g;

/**
 * Normalises a US or Canadian number: "+1 (202) 555-0143" and "202.555.0143" to "12025550143". Returns `undefined`
 * for any other text; nothing is guessed.
 */
export function readPhone(text: string): string | undefined {
  // CSV exports may escape the plus with an apostrophe.
  const compact = text.replace(/^\s*'/, '').replace(PUNCTUATION, '');
  const international = compact.startsWith('+');
  const digits = international ? compact.slice(1) : compact;
  // No area code begins with 0 or 1: such ten digits are an incomplete number.
  const dialled = !international && /^[2-9]\d{9}$/.test(digits) ? `1${digits}` : digits;
  return isDialled(dialled) ? dialled : undefined;
}

/** A number outside North America as E.164 writes it. */
const FOREIGN = /^\+(?!1)[1-9]\d{6,14}$/;

/**
 * Normalises a PhoneNumber to the digits of E.164: "(408) 555-1234" to "14085551234", "+44 20 7946 0958" to "442079460958".
 * Returns `undefined` for what cannot be a number.
 */
export function readListed(text: string): string | undefined {
  const compact = text.replace(/^\s*'/, '').replace(PUNCTUATION, '');
  return FOREIGN.test(compact) ? compact.slice(1) : readPhone(text);
}

const PLUS = 0x2b;
const ZERO = 0x30;
const ONE = 0x31;

/** Returns the PhoneNumber in `text[start, end)` as `readListed` normalises it, as an integer; 0 if it is none. */
export function listedDigits(text: string, start: number, end: number): number {
  const at = text.charCodeAt(start) === PLUS ? start + 1 : start;
  return dialledDigits(text, at, end) || Number(readListed(text.slice(start, end)) ?? 0);
}

/** Returns the comparison key of a PhoneNumber: its digits, or the text if it is not a number. */
export function listedNumber(phoneNumber: string): string {
  const digits = listedDigits(phoneNumber, 0, phoneNumber.length);
  return digits === 0 ? phoneNumber : String(digits);
}

/** Returns whether a text is a phone number: any country's with a plus, or a US or Canadian one without. */
export function isPhoneNumber(text: string): boolean {
  if (FOREIGN.test(text.replace(PUNCTUATION, ''))) return true;
  return !text.includes("'") && readPhone(text) !== undefined;
}
