import { CONTACT_COLUMNS, type ContactField } from './contact-columns.ts';
import { isVisibleAscii, type CsvRecord } from './csv-record.ts';
import type { ContactInput } from '#shared/schemas/campaigns.ts';

/** Maximum length of a cell, in characters. */
export const MAX_CELL_LENGTH = 500;

/**
 * The trimmed cells of one contact as offsets into the record's text. `starts` and `lengths` follow the order of
 * `CONTACT_COLUMNS`; missing columns are empty. The object is reused for every record, without allocations.
 */
export class ContactCells {
  text = '';
  readonly starts = new Int32Array(CONTACT_COLUMNS.length);
  readonly lengths = new Int32Array(CONTACT_COLUMNS.length);
  /** The columns present in the list, and their positions in a record. */
  readonly #columns: Int32Array;
  readonly #positions: Int32Array;

  /** `positions` holds the position of each of `CONTACT_COLUMNS` in a record, -1 if absent. */
  constructor(positions: readonly number[]) {
    this.#columns = Int32Array.from([...positions.keys()].filter((column) => positions[column] !== -1));
    this.#positions = this.#columns.map((column) => positions[column] ?? -1);
  }

  /** Locates the cells of a record. Returns false if a required cell is empty or any is too long. */
  read(record: CsvRecord): boolean {
    this.text = record.text;
    let isValid = true;
    for (let at = 0; at < this.#columns.length; at++) {
      const column = this.#columns[at] ?? 0;
      const position = this.#positions[at] ?? 0;
      const isPresent = position < record.count;
      this.#take(
        column,
        isPresent ? (record.starts[position] ?? 0) : 0,
        isPresent ? (record.ends[position] ?? 0) : 0,
      );
      const length = this.lengths[column] ?? 0;
      if (length === 0 ? REQUIRED[column] === 1 : length > MAX_CELL_LENGTH) isValid = false;
    }
    return isValid;
  }

  /** Fast path: if the first and last characters are visible ASCII, there is nothing to trim. */
  #take(column: number, start: number, end: number): void {
    const { text } = this;
    if (
      start === end ||
      (isVisibleAscii(text.charCodeAt(start)) && isVisibleAscii(text.charCodeAt(end - 1)))
    ) {
      this.starts[column] = start;
      this.lengths[column] = end - start;
      return;
    }
    const cell = text.slice(start, end);
    this.starts[column] = start + cell.length - cell.trimStart().length;
    this.lengths[column] = cell.trim().length;
  }

  cell(column: number): string {
    const start = this.starts[column] ?? 0;
    return this.text.slice(start, start + (this.lengths[column] ?? 0));
  }

  /** Returns the contact of a valid row, with capitalised names. */
  contact(): ContactInput {
    return {
      id: this.cell(0),
      first_name: capitalise(this.cell(1)),
      last_name: capitalise(this.cell(2)),
      phone_number: this.cell(PHONE_NUMBER),
      recommended_phone: this.cell(RECOMMENDED_PHONE),
      address1: this.cell(5),
      address2: this.cell(6),
      city: this.cell(7),
      state: this.cell(8),
      zipcode: this.cell(9),
      country: this.cell(10),
      email: this.cell(11),
      company_name: this.cell(12),
    };
  }
}

export const PHONE_NUMBER = columnOf('phone_number');
export const RECOMMENDED_PHONE = columnOf('recommended_phone');
const REQUIRED = Uint8Array.from(CONTACT_COLUMNS, ({ required }) => (required ? 1 : 0));

function columnOf(name: ContactField): number {
  return CONTACT_COLUMNS.findIndex(({ field }) => field === name);
}

/** First letter upper case, the rest lower case; by code point, so that surrogate pairs stay intact. */
function capitalise(name: string): string {
  if (isCapitalisedAscii(name)) return name;
  const end = (name.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
  return name.slice(0, end).toUpperCase() + name.slice(end).toLowerCase();
}

function isCapitalisedAscii(name: string): boolean {
  const first = name.charCodeAt(0);
  if (first < 0x41 || first > 0x5a) return false;
  for (let index = 1; index < name.length; index++) {
    const code = name.charCodeAt(index);
    if (code < 0x61 || code > 0x7a) return false;
  }
  return true;
}
