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

/** The codes of text that is read part by part: those of an unfinished record stay, in memory that is used again. */
export class HeldCodes {
  #memory = new Uint8Array();
  #held = 0;

  /** Returns the codes that were kept, and `added` after them. */
  with(added: Uint8Array): Uint8Array {
    if (this.#held === 0) return added;
    const length = this.#held + added.length;
    this.#reserve(length);
    this.#memory.set(added, this.#held);
    return this.#memory.subarray(0, length);
  }

  /** Keeps what `with` returned, from an index on. A copy: the codes may be the caller's, who may use them again. */
  keep(codes: Uint8Array, from: number): void {
    const length = codes.length - from;
    const isOwn = codes.buffer === this.#memory.buffer;
    if (!isOwn) {
      this.#held = 0;
      this.#reserve(length);
    }
    if (!isOwn || from > 0) this.#memory.set(codes.subarray(from));
    this.#held = length;
  }

  #reserve(length: number): void {
    if (length <= this.#memory.length) return;
    const memory = new Uint8Array(Math.max(length, this.#memory.length * 2));
    memory.set(this.#memory.subarray(0, this.#held));
    this.#memory = memory;
  }
}
