/** In which cell of a contact a number stood, as bits; the two cells are compared each with its own kind. */
const LISTED = 1;
const DIALLED = 2;

const INITIAL_SLOTS = 1 << 10;
const MAX_DIGITS = 15;

/** The cells of a number stand in the two lowest bits of its slot. */
const CELLS = 4;

/**
 * Remembers which phone numbers a list has named, and in which of a contact's two cells.
 * An open-addressed table of doubles, each a number and its cells in one: a million contacts take 17 MB (two `Set`s of
 * strings: about 105 MB) and one look into memory each. Zero marks an empty slot; no number is zero.
 */
export class PhoneBook {
  #slots = new Float64Array(INITIAL_SLOTS);
  #size = 0;
  readonly #seed: number;
  /** What is not a number of 1 to 15 digits is compared as text; such cells are rare. */
  readonly #texts = new Set<string>();

  /**
   * `seed`, 32 bits, decides where numbers stand. One that nobody can foresee keeps a list from being written so that all
   * its numbers come to stand in one place, where each would be compared with all before it.
   */
  constructor(seed = 0) {
    this.#seed = seed;
  }

  /**
   * Notes the two numbers of a contact (0 for none). Returns whether one of them was noted before in the same cell.
   * Mostly the two are one number: then one look is enough.
   */
  note(listed: number, dialled: number): boolean {
    if (listed === dialled) return listed !== 0 && this.#noteNumber(listed, LISTED | DIALLED);
    const listedBefore = listed !== 0 && this.#noteNumber(listed, LISTED);
    return (dialled !== 0 && this.#noteNumber(dialled, DIALLED)) || listedBefore;
  }

  /** The same for a PhoneNumber that is no number, beside which nothing is dialled yet. */
  noteText(listed: string): boolean {
    const isKnown = this.#texts.has(listed);
    this.#texts.add(listed);
    return isKnown;
  }

  #noteNumber(number: number, cells: number): boolean {
    const first = number * CELLS;
    const slot = slotOf(this.#slots, first, this.#seed);
    const found = this.#slots[slot] ?? 0;
    if (found === 0) {
      this.#slots[slot] = first + cells;
      this.#size += 1;
      if (this.#size * 2 > this.#slots.length) this.#grow();
      return false;
    }
    const known = found - first;
    if ((known & cells) !== cells) this.#slots[slot] = first + (known | cells);
    return (known & cells) !== 0;
  }

  #grow(): void {
    const slots = new Float64Array(this.#slots.length * 2);
    for (const found of this.#slots) {
      if (found !== 0) slots[slotOf(slots, found - (found % CELLS), this.#seed)] = found;
    }
    this.#slots = slots;
  }
}

/** The slot of a number (times `CELLS`), or the empty one where it belongs; the table is never full. */
function slotOf(slots: Float64Array, first: number, seed: number): number {
  const mask = slots.length - 1;
  let slot = hash(first, seed) & mask;
  for (let found = slots[slot] ?? 0; found !== 0; found = slots[slot] ?? 0) {
    if (found - first < CELLS && found >= first) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** The digits of a phone number in a text as an integer; 0 where they are none, too many, or begin with a zero. */
export function phoneDigits(text: string, start: number, end: number): number {
  let number = 0;
  let digits = 0;
  for (let index = start; index < end; index++) {
    const digit = text.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) continue;
    if (digits === 0 && digit === 0) return 0;
    number = number * 10 + digit;
    digits += 1;
  }
  return digits <= MAX_DIGITS ? number : 0;
}

/** What a PhoneNumber is compared by: its digits, or its text where these are none of a number. */
export function listedNumber(phoneNumber: string): string {
  const digits = phoneDigits(phoneNumber, 0, phoneNumber.length);
  return digits === 0 ? phoneNumber : String(digits);
}

/** Mixes both halves of the integer, because neighbouring numbers are common in a list. */
function hash(number: number, seed: number): number {
  const high = (number / 0x1_0000_0000) | 0;
  const low = (number >>> 0) ^ seed;
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b ^ (seed << 1));
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
