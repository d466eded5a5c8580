import { codesOf } from './csv-codes.ts';
import { NEW } from './phone-book.ts';

const INITIAL_SLOTS = 1 << 10;
/** Characters of an id that is kept as it is: each is one of 95, so that eight fit into a double. */
const MAX_EXACT_LENGTH = 8;
const MAX_RUN_DIGITS = 15;
const ZERO = 0x30;

/**
 * Set of the ids of a list with the record of each. Most lists are numbered in order: those ids are one run and take no
 * memory. Others are kept in an open-addressed table, 16 bytes a slot: as they are if they are short, else as 84 random
 * bits, by which two ids of a million are equal once in 10^13 lists.
 */
export class IdBook {
  #keys = new Float64Array(INITIAL_SLOTS);
  #checks = new Int32Array(INITIAL_SLOTS);
  #indexes = new Int32Array(INITIAL_SLOTS);
  #size = 0;
  readonly #seed: number;
  /** The run: ids with a prefix, numbered without a gap, of records without a gap. */
  #prefix = '';
  #firstNumber = 0;
  #firstIndex = 0;
  #minDigits = 0;
  #count = 0;

  /** `seed` (32 bits) randomises the hash. An unpredictable one prevents lists that are crafted to collide. */
  constructor(seed = 0) {
    this.#seed = seed;
  }

  /**
   * Adds the id in `text[start, end)` of the record at an index. `codes` are those of the text. Returns the index of the
   * first record with it, or `NEW`.
   */
  note(text: string, start: number, end: number, index: number, codes = codesOf(text)): number {
    const { at, number } = readEnding(codes, start, end);
    if (at === end) return this.#noteKey(text, start, end, index);
    if (this.#count === 0 && this.#size === 0) {
      this.#prefix = text.slice(start, at);
      this.#firstNumber = number;
      this.#firstIndex = index;
      this.#minDigits = end - at;
      this.#count = 1;
      return NEW;
    }
    const place = this.#placeInRun(text, start, end, codes);
    if (place >= 0 && place < this.#count) return this.#firstIndex + place;
    if (place !== this.#count || index !== this.#firstIndex + place)
      return this.#noteKey(text, start, end, index);
    const earlier = this.#findKey(text, start, end);
    if (earlier === NEW) this.#count += 1;
    return earlier;
  }

  /** Returns what `note` would for an id of the next record, and adds nothing. */
  find(text: string, start: number, end: number, codes = codesOf(text)): number {
    readEnding(codes, start, end);
    const place = this.#placeInRun(text, start, end, codes);
    if (place >= 0 && place < this.#count) return this.#firstIndex + place;
    return this.#findKey(text, start, end);
  }

  /** Returns the place in the run, or behind it, of the id whose `ending` was read; -1 if it is not like those of the run. */
  #placeInRun(text: string, start: number, end: number, codes: Uint8Array): number {
    const { at, number } = ending;
    const digits = end - at;
    const isLike =
      digits > 0 &&
      at - start === this.#prefix.length &&
      (digits === this.#minDigits || (digits > this.#minDigits && codes[at] !== ZERO)) &&
      text.startsWith(this.#prefix, start);
    return isLike ? Math.max(NEW, number - this.#firstNumber) : NEW;
  }

  #findKey(text: string, start: number, end: number): number {
    if (this.#size === 0) return NEW;
    const { key, check } = keyOf(text, start, end, this.#seed);
    const slot = this.#slotOf(key, check);
    return this.#keys[slot] === 0 ? NEW : (this.#indexes[slot] ?? 0);
  }

  #noteKey(text: string, start: number, end: number, index: number): number {
    const { key, check } = keyOf(text, start, end, this.#seed);
    const slot = this.#slotOf(key, check);
    if (this.#keys[slot] !== 0) return this.#indexes[slot] ?? 0;
    this.#put(slot, key, check, index);
    this.#size += 1;
    if (this.#size * 4 > this.#keys.length * 3) this.#grow();
    return NEW;
  }

  #put(slot: number, key: number, check: number, index: number): void {
    this.#keys[slot] = key;
    this.#checks[slot] = check;
    this.#indexes[slot] = index;
  }

  /** Returns the slot of a key, or the empty slot for it; the table is never full. */
  #slotOf(key: number, check: number): number {
    const mask = this.#keys.length - 1;
    let slot = (check ^ (check >>> 15)) & mask;
    for (let found = this.#keys[slot]; found !== 0; found = this.#keys[slot]) {
      if (found === key && this.#checks[slot] === check) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #grow(): void {
    const [keys, checks, indexes] = [this.#keys, this.#checks, this.#indexes];
    this.#keys = new Float64Array(keys.length * 2);
    this.#checks = new Int32Array(keys.length * 2);
    this.#indexes = new Int32Array(keys.length * 2);
    keys.forEach((key, at) => {
      if (key === 0) return;
      const check = checks[at] ?? 0;
      this.#put(this.#slotOf(key, check), key, check, indexes[at] ?? 0);
    });
  }
}

/** Reused for every id. */
const ending = { at: 0, number: 0 };

/** Returns where the digits at the end of an id begin, and their number. */
function readEnding(codes: Uint8Array, start: number, end: number): { at: number; number: number } {
  ending.at = end;
  ending.number = 0;
  for (let unit = 1; ending.at > start && end - ending.at < MAX_RUN_DIGITS; unit *= 10) {
    const code = codes[ending.at - 1] ?? 0;
    if (!isDigit(code)) break;
    ending.number += (code - ZERO) * unit;
    ending.at -= 1;
  }
  return ending;
}

/** Reused for every id. */
const found = { key: 0, check: 0 };

/** Returns the key of an id, never 0, and 32 bits more of its hash. A key above 0 is the id itself. */
function keyOf(text: string, start: number, end: number, seed: number): { key: number; check: number } {
  let exact = end - start <= MAX_EXACT_LENGTH ? 0 : -1;
  let [first, second, third] = [seed, seed ^ 0x9e3779b1, seed ^ 0x7f4a7c15];
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (exact !== -1) exact = code > 0x1f && code < 0x7f ? exact * 96 + code - 0x1f : -1;
    first = turned(Math.imul(first ^ code, 0x01000193));
    second = turned(Math.imul(second ^ code, 0x85ebca6b));
    third = turned(Math.imul(third ^ code, 0xc2b2ae35));
  }
  found.key = exact > 0 ? exact : -1 - ((first >>> 0) * 0x100000 + (second >>> 12));
  found.check = Math.imul(third ^ (third >>> 16), 0x9e3779b1);
  return found;
}

function turned(hash: number): number {
  return (hash << 13) | (hash >>> 19);
}

function isDigit(code: number): boolean {
  return code > 0x2f && code < 0x3a;
}
