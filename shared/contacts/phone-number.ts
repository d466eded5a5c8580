/** The number that stands in a text as it is dialled, a 1 followed by exactly 10 digits; 0 for anything else. */
export function dialledDigits(text: string, start: number, end: number): number {
  if (end - start !== 11 || text.charCodeAt(start) !== 0x31) return 0;
  let number = 1;
  for (let index = start + 1; index < end; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) return 0;
    number = number * 10 + digit;
  }
  return number;
}

/** Whether a text is a number as it is dialled. */
export function isDialled(phone: string): boolean {
  return dialledDigits(phone, 0, phone.length) !== 0;
}

/** Spaces of any kind, brackets, full stops and dashes: what people put between digits. */
const PUNCTUATION = /[\s().\-\u2010-\u2015]/g;

/**
 * A US or Canadian number as people and spreadsheets write it, made ready to be dialled: "+1 (202) 555-0143" and
 * "202.555.0143" to "12025550143". `undefined` for any other text, so that nothing is guessed.
 */
export function readPhone(text: string): string | undefined {
  // An export may keep the plus behind an apostrophe, so that no spreadsheet takes it for a formula.
  const compact = text.replace(/^\s*'/, '').replace(PUNCTUATION, '');
  const international = compact.startsWith('+');
  const digits = international ? compact.slice(1) : compact;
  // No area code begins with 0 or 1: such ten digits are eleven with one missing.
  const dialled = !international && /^[2-9]\d{9}$/.test(digits) ? `1${digits}` : digits;
  return isDialled(dialled) ? dialled : undefined;
}
