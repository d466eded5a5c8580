/** Which of a contact's two columns a number was seen in, as bits; each column is compared with itself. */
const LISTED = 1;
const DIALLED = 2;

const INITIAL_SLOTS = 1 << 10;
const MAX_DIGITS = 15;

/** The two lowest bits of a slot hold the columns of its number. */
const CELLS = 4;

/**
 * Set of phone numbers seen in each of a contact's two columns. An open-addressed table of doubles with number and
 * columns in one: a million contacts take 17 MB (two `Set`s of strings: about 105 MB). Zero marks an empty slot.
 */
export class PhoneBook {
  #slots = new Float64Array(INITIAL_SLOTS);
  #size = 0;
  readonly #seed: number;
  /** Values that are not numbers of 1 to 15 digits are compared as text; they are rare. */
  readonly #texts = new Set<string>();

  /** `seed` (32 bits) randomises the hash. An unpredictable one prevents lists that are crafted to collide. */
  constructor(seed = 0) {
    this.#seed = seed;
  }

  /**
   * Adds the two numbers of a contact (0 for none). Returns whether one of them was seen before in the same column.
   * Usually both are equal and need a single probe.
   */
  note(listed: number, dialled: number): boolean {
    if (listed === dialled) return listed !== 0 && this.#noteNumber(listed, LISTED | DIALLED);
    const listedBefore = listed !== 0 && this.#noteNumber(listed, LISTED);
    return (dialled !== 0 && this.#noteNumber(dialled, DIALLED)) || listedBefore;
  }

  /** Adds a PhoneNumber that is not a number. Returns whether it was seen before. */
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

/** Returns the slot of a number (times `CELLS`), or the empty slot for it; the table is never full. */
function slotOf(slots: Float64Array, first: number, seed: number): number {
  const mask = slots.length - 1;
  let slot = hash(first, seed) & mask;
  for (let found = slots[slot] ?? 0; found !== 0; found = slots[slot] ?? 0) {
    if (found - first < CELLS && found >= first) break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

/** Returns the digits of a phone number as an integer; 0 if there are none, too many, or a leading zero. */
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

/** Returns the comparison key of a PhoneNumber: its digits, or the text if it is not a number. */
export function listedNumber(phoneNumber: string): string {
  const digits = phoneDigits(phoneNumber, 0, phoneNumber.length);
  return digits === 0 ? phoneNumber : String(digits);
}

/** Mixes both halves of the integer, because lists often contain consecutive numbers. */
function hash(number: number, seed: number): number {
  const high = (number / 0x1_0000_0000) | 0;
  const low = (number >>> 0) ^ seed;
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b ^ (seed << 1));
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
