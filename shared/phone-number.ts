/** Whether a text is a number as it is dialled: a 1 followed by exactly 10 digits (B §5). */
export function isDialled(phone: string): boolean {
  if (phone.length !== 11 || phone.charCodeAt(0) !== 0x31) return false;
  for (let index = 1; index < 11; index++) {
    const code = phone.charCodeAt(index);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
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
