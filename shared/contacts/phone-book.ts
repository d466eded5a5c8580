/** Which of a contact's two columns a number was seen in, as bits; each column is compared with itself. */
const LISTED = 1;
const DIALLED = 2;

const INITIAL_SLOTS = 1 << 10;

/** What the books of a list return for a value that no record had before. */
export const NEW = -1;

/** The two lowest bits of an entry hold the columns of its number. */
const CELLS = 4;

/** Bits of a slot for the place of an entry. The largest file has fewer numbers; the other bits are of the hash. */
const PLACE_BITS = 25;
const PLACES = (1 << PLACE_BITS) - 1;

/** A wrong estimate takes up to 40 MB. */
const MOST_RESERVED = (1 << 20) - 1;

/**
 * Set of phone numbers seen in each of a contact's two columns, with the first record of each. The numbers are kept in order
 * as doubles with their columns, and an open-addressed table has their places: a million contacts take 21 MB, 4 more if a
 * number changes its column (two `Set`s of strings: about 105 MB). Zero marks an empty slot.
 */
export class PhoneBook {
  /** Small slots: a list of any order reads each of them at random, which costs as much as what the caches do not hold. */
  #slots = new Int32Array(INITIAL_SLOTS);
  #entries = new Float64Array(INITIAL_SLOTS / 2);
  /** The first record that had the number in each column. */
  #listedAt = new Int32Array(INITIAL_SLOTS / 2);
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

  /** Returns what `note` would for the two numbers of the next record, and adds nothing. */
  find(listed: number, dialled: number): number {
    if (listed === dialled) return listed === 0 ? NEW : this.#find(listed, LISTED | DIALLED);
    const earlier = listed === 0 ? NEW : this.#find(listed, LISTED);
    if (earlier !== NEW || dialled === 0) return earlier;
    return this.#find(dialled, DIALLED);
  }

  #find(number: number, cells: number): number {
    const first = number * CELLS;
    const slot = this.#slotOf(first, hashOf(first, this.#seed));
    const place = ((this.#slots[slot] ?? 0) & PLACES) - 1;
    return place === -1 ? NEW : this.#firstOf(place, ((this.#entries[place] ?? 0) - first) & cells);
  }

  #note(number: number, cells: number, index: number): number {
    const first = number * CELLS;
    const hash = hashOf(first, this.#seed);
    const slot = this.#slotOf(first, hash);
    const place = ((this.#slots[slot] ?? 0) & PLACES) - 1;
    if (place !== -1) return this.#noteAgain(place, (this.#entries[place] ?? 0) - first, cells, index);
    this.#add(slot, hash, first + cells, index);
    return NEW;
  }

  /** Returns the slot of a number, or the empty slot for it; the table is never full. */
  #slotOf(first: number, hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let found = this.#slots[slot] ?? 0; found !== 0; found = this.#slots[slot] ?? 0) {
      if (((found ^ hash) & ~PLACES) === 0) {
        const known = (this.#entries[(found & PLACES) - 1] ?? 0) - first;
        if (known >= 0 && known < CELLS) break;
      }
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Adds the columns `cells` to an entry that has the columns `known`. */
  #noteAgain(place: number, known: number, cells: number, index: number): number {
    const earlier = this.#firstOf(place, known & cells);
    if ((known & cells) === cells) return earlier;
    this.#entries[place] = (this.#entries[place] ?? 0) - known + (known | cells);
    if (this.#dialledAt === this.#listedAt) this.#dialledAt = this.#listedAt.slice();
    (known === LISTED ? this.#dialledAt : this.#listedAt)[place] = index;
    return earlier;
  }

  /** Returns the first record that had the number of an entry in one of these columns; `NEW` for none. */
  #firstOf(place: number, cells: number): number {
    const listed = cells & LISTED ? (this.#listedAt[place] ?? 0) : Infinity;
    const dialled = cells & DIALLED ? (this.#dialledAt[place] ?? 0) : Infinity;
    return cells === 0 ? NEW : Math.min(listed, dialled);
  }

  #add(slot: number, hash: number, entry: number, index: number): void {
    const place = this.#size;
    this.#slots[slot] = (hash & ~PLACES) | (place + 1);
    this.#entries[place] = entry;
    this.#listedAt[place] = index;
    if (this.#dialledAt !== this.#listedAt) this.#dialledAt[place] = index;
    this.#size += 1;
    if (this.#size === this.#entries.length) this.#grow(this.#size * 2);
  }

  /** Makes room for this many numbers, so that the table does not grow step by step. It is an estimate. */
  reserve(count: number): void {
    let room = this.#entries.length;
    while (room <= Math.min(count, MOST_RESERVED)) room *= 2;
    if (room > this.#entries.length) this.#grow(room);
  }

  #grow(room: number): void {
    const [entries, listedAt, dialledAt] = [this.#entries, this.#listedAt, this.#dialledAt];
    this.#entries = new Float64Array(room);
    this.#entries.set(entries);
    this.#listedAt = longer(listedAt, room);
    this.#dialledAt = dialledAt === listedAt ? this.#listedAt : longer(dialledAt, room);
    this.#slots = new Int32Array(room * 2);
    const mask = this.#slots.length - 1;
    for (let place = 0; place < this.#size; place++) {
      const entry = entries[place] ?? 0;
      const hash = hashOf(entry - (entry % CELLS), this.#seed);
      let slot = hash & mask;
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
      this.#slots[slot] = (hash & ~PLACES) | (place + 1);
    }
  }
}

function longer(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}

/** Mixes both halves of the integer, because lists often contain consecutive numbers. */
function hashOf(number: number, seed: number): number {
  const high = (number / 0x1_0000_0000) | 0;
  const low = (number >>> 0) ^ seed;
  const mixed = Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b ^ (seed << 1));
  return mixed ^ (mixed >>> 15);
}
