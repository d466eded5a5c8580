/** Which of a contact's two columns a number was seen in, as bits; each column is compared with itself. */
const LISTED = 1;
const DIALLED = 2;

const INITIAL_SLOTS = 1 << 10;

/** What the books of a list return for a value that no record had before. */
export const NEW = -1;

/** The two lowest bits of a slot hold the columns of its number. */
const CELLS = 4;

/**
 * Set of phone numbers seen in each of a contact's two columns, with the first record of each. An open-addressed table of
 * doubles with number and columns in one, and their records: a million contacts take 25 MB, 8 more if a number changes its
 * column (two `Set`s of strings: about 105 MB). Zero marks an empty slot.
 */
export class PhoneBook {
  #slots = new Float64Array(INITIAL_SLOTS);
  /** The first record that had the number in each column. */
  #listedAt = new Int32Array(INITIAL_SLOTS);
  /** The same array until a number was in one column first and in the other later: in most lists none is. */
  #dialledAt = this.#listedAt;
  #size = 0;
  readonly #seed: number;

  /** `seed` (32 bits) randomises the hash. An unpredictable one prevents lists that are crafted to collide. */
  constructor(seed = 0) {
    this.#seed = seed;
  }

  /**
   * Adds the two numbers (0 for none) of the record at an index. Returns the index of the first record that had one of them
   * if it was seen before in the same column, else `NEW`. Usually both are equal and need a single probe.
   */
  note(listed: number, dialled: number, index: number): number {
    if (listed === dialled) return listed === 0 ? NEW : this.#note(listed, LISTED | DIALLED, index);
    const earlier = listed === 0 ? NEW : this.#note(listed, LISTED, index);
    const earlierDialled = dialled === 0 ? NEW : this.#note(dialled, DIALLED, index);
    return earlier === NEW ? earlierDialled : earlier;
  }

  #note(number: number, cells: number, index: number): number {
    const first = number * CELLS;
    const slot = slotOf(this.#slots, first, this.#seed);
    const found = this.#slots[slot] ?? 0;
    if (found === 0) {
      this.#slots[slot] = first + cells;
      this.#listedAt[slot] = index;
      this.#dialledAt[slot] = index;
      this.#size += 1;
      if (this.#size * 2 > this.#slots.length) this.#grow();
      return NEW;
    }
    const known = found - first;
    const earlier = this.#firstOf(slot, known & cells);
    if ((known & cells) !== cells) {
      this.#slots[slot] = first + (known | cells);
      if (this.#dialledAt === this.#listedAt) this.#dialledAt = this.#listedAt.slice();
      (known === LISTED ? this.#dialledAt : this.#listedAt)[slot] = index;
    }
    return earlier;
  }

  /** Returns the first record that had the number of a slot in one of these columns; `NEW` for none. */
  #firstOf(slot: number, cells: number): number {
    const listed = cells & LISTED ? (this.#listedAt[slot] ?? 0) : Infinity;
    const dialled = cells & DIALLED ? (this.#dialledAt[slot] ?? 0) : Infinity;
    return cells === 0 ? NEW : Math.min(listed, dialled);
  }

  #grow(): void {
    const [slots, listedAt, dialledAt] = [this.#slots, this.#listedAt, this.#dialledAt];
    this.#slots = new Float64Array(slots.length * 2);
    this.#listedAt = new Int32Array(slots.length * 2);
    this.#dialledAt = dialledAt === listedAt ? this.#listedAt : new Int32Array(slots.length * 2);
    slots.forEach((found, at) => {
      if (found === 0) return;
      const slot = slotOf(this.#slots, found - (found % CELLS), this.#seed);
      this.#slots[slot] = found;
      this.#listedAt[slot] = listedAt[at] ?? 0;
      this.#dialledAt[slot] = dialledAt[at] ?? 0;
    });
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

/** Mixes both halves of the integer, because lists often contain consecutive numbers. */
function hash(number: number, seed: number): number {
  const high = (number / 0x1_0000_0000) | 0;
  const low = (number >>> 0) ^ seed;
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b ^ (seed << 1));
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
