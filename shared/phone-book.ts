/** In which cell of a contact a number stood, as bits; the two cells are compared each with its own kind. */
const LISTED = 1;
const DIALLED = 2;

const INITIAL_SLOTS = 1 << 10;
const MAX_DIGITS = 15;

/**
 * Remembers which phone numbers a list has named, and in which of a contact's two cells.
 * An open-addressed table of doubles beside a table of bits: nine bytes a slot, so that a million contacts take 19 MB
 * (two `Set`s of strings: about 105 MB). Zero marks an empty slot; no number is zero.
 */
export class PhoneBook {
  #numbers = new Float64Array(INITIAL_SLOTS);
  #cells = new Uint8Array(INITIAL_SLOTS);
  #size = 0;
  /** What is not a number of 1 to 15 digits is compared as text; such cells are rare. */
  readonly #texts = new Map<string, number>();

  /**
   * Notes the PhoneNumber and the RecommendedPhone of a contact ('' for none). Returns whether one of them was noted
   * before in the same cell. Mostly the two are one number: then one look is enough.
   */
  note(listed: string, dialled: string): boolean {
    const listedNumber = digitsOf(listed);
    const dialledNumber = digitsOf(dialled);
    if (listedNumber === dialledNumber && listedNumber !== 0) {
      return this.#noteNumber(listedNumber, LISTED | DIALLED);
    }
    const listedBefore = this.#noteCell(listed, listedNumber, LISTED);
    return this.#noteCell(dialled, dialledNumber, DIALLED) || listedBefore;
  }

  #noteCell(text: string, number: number, cell: number): boolean {
    if (text === '') return false;
    return number === 0 ? this.#noteText(text, cell) : this.#noteNumber(number, cell);
  }

  #noteText(text: string, cells: number): boolean {
    const known = this.#texts.get(text) ?? 0;
    this.#texts.set(text, known | cells);
    return (known & cells) !== 0;
  }

  #noteNumber(number: number, cells: number): boolean {
    const slot = this.#slotOf(number);
    const known = this.#cells[slot] ?? 0;
    this.#cells[slot] = known | cells;
    if (this.#numbers[slot] === 0) {
      this.#numbers[slot] = number;
      this.#size += 1;
      if (this.#size * 2 > this.#numbers.length) this.#grow();
    }
    return (known & cells) !== 0;
  }

  /** The slot that holds the number, or the empty one where it belongs; the table is never full. */
  #slotOf(number: number): number {
    const mask = this.#numbers.length - 1;
    let slot = hash(number) & mask;
    for (let at = this.#numbers[slot]; at !== 0 && at !== number; at = this.#numbers[slot]) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const numbers = this.#numbers;
    const cells = this.#cells;
    this.#numbers = new Float64Array(numbers.length * 2);
    this.#cells = new Uint8Array(numbers.length * 2);
    numbers.forEach((number, index) => {
      if (number === 0) return;
      const slot = this.#slotOf(number);
      this.#numbers[slot] = number;
      this.#cells[slot] = cells[index] ?? 0;
    });
  }
}

/** The digits of a phone number as an integer; 0 where they are none, too many, or begin with a zero. */
function digitsOf(phone: string): number {
  let number = 0;
  let digits = 0;
  for (let index = 0; index < phone.length; index++) {
    const digit = phone.charCodeAt(index) - 48;
    if (digit < 0 || digit > 9) continue;
    if (digits === 0 && digit === 0) return 0;
    number = number * 10 + digit;
    digits += 1;
  }
  return digits <= MAX_DIGITS ? number : 0;
}

/** Mixes both halves of the integer, because neighbouring numbers are common in a list. */
function hash(number: number): number {
  const high = Math.floor(number / 0x1_0000_0000);
  const mixed = Math.imul((number >>> 0) ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
