/** The code of every character beyond ASCII in `codesOf`. */
const NOT_ASCII = 0x80;

/**
 * Returns a text with one byte for each character: an ASCII character as it is, any other as a byte above 0x7F. Engines read
 * bytes several times as fast as the characters of a string.
 */
export function codesOf(text: string): Uint8Array {
  const codes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    codes[at] = code < NOT_ASCII ? code : NOT_ASCII;
  }
  return codes;
}

/** Returns the codes of a text and of the one after it. */
export function joinedCodes(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const codes = new Uint8Array(first.length + second.length);
  codes.set(first);
  codes.set(second, first.length);
  return codes;
}
