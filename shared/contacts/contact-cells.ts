import { CONTACT_COLUMNS, type ContactField } from './columns/contact-columns.ts';
import { MAX_OWN_CELL_LENGTH, type OwnColumn } from './columns/own-columns.ts';
import { MAX_CELL_LENGTH } from '#shared/limits.ts';
import { isVisibleAscii, type CsvRecord } from './csv-record.ts';
import { toCountryCode, toStateCode } from './places/place-codes.ts';
import { toDialled, toE164 } from './phone-number.ts';
import type { ContactInput } from '#shared/schemas/campaigns/campaigns.ts';

/** The first of the own columns in `ContactCells`. */
export const FIRST_OWN = CONTACT_COLUMNS.length;

/** The own columns of a list that are read, and how long their cells may be. */
export interface OwnCells {
  columns: readonly OwnColumn[];
  maxLength: number;
}

const NO_OWN: OwnCells = { columns: [], maxLength: MAX_OWN_CELL_LENGTH };

/**
 * The trimmed cells of one contact as offsets into the record's text. `starts` and `lengths` follow the order of
 * `CONTACT_COLUMNS` and then of the own columns; missing columns are empty. The object is reused for every record,
 * without allocations.
 */
export class ContactCells {
  text = '';
  /** Of the text, as `codesOf` has them. */
  codes: Uint8Array = new Uint8Array();
  readonly starts: Int32Array;
  readonly lengths: Int32Array;
  readonly own: OwnCells;
  /** For each of `CONTACT_COLUMNS`, 1 if its cells may not be empty. */
  readonly required: Uint8Array;
  /** The columns present in the list, and their positions in a record. */
  readonly #columns: Int32Array;
  readonly #positions: Int32Array;

  /** `positions` holds the position of each of `CONTACT_COLUMNS` in a record, -1 if absent. */
  constructor(positions: readonly number[], own: OwnCells = NO_OWN, required = REQUIRED) {
    this.own = own;
    this.required = required;
    this.starts = new Int32Array(FIRST_OWN + own.columns.length);
    this.lengths = new Int32Array(FIRST_OWN + own.columns.length);
    this.#columns = Int32Array.from([...positions.keys()].filter((column) => positions[column] !== -1));
    this.#positions = this.#columns.map((column) => positions[column] ?? -1);
  }

  /** Locates the cells of a record. Returns false if a required cell is empty or any is too long. */
  read(record: CsvRecord): boolean {
    const { count, starts, ends } = record;
    const { lengths } = this;
    const columns = this.#columns;
    const positions = this.#positions;
    this.text = record.text;
    this.codes = record.codes;
    let isValid = true;
    for (let at = 0; at < columns.length; at++) {
      const column = columns[at] ?? 0;
      const position = positions[at] ?? 0;
      if (position < count) this.#take(column, starts[position] ?? 0, ends[position] ?? 0);
      else lengths[column] = 0;
      const length = lengths[column] ?? 0;
      if (length === 0 ? this.required[column] === 1 : length > MAX_CELL_LENGTH) isValid = false;
    }
    return this.own.columns.length === 0 ? isValid : this.#readOwn(record) && isValid;
  }

  #readOwn(record: CsvRecord): boolean {
    const { columns, maxLength } = this.own;
    let isValid = true;
    for (const [at, { position }] of columns.entries()) {
      const isPresent = position < record.count;
      const end = isPresent ? (record.ends[position] ?? 0) : 0;
      this.#take(FIRST_OWN + at, isPresent ? (record.starts[position] ?? 0) : 0, end);
      if ((this.lengths[FIRST_OWN + at] ?? 0) > maxLength) isValid = false;
    }
    return isValid;
  }

  /** Fast path: if the first and last characters are visible ASCII, there is nothing to trim. */
  #take(column: number, start: number, end: number): void {
    const { text, codes } = this;
    if (start === end || (isVisibleAscii(codes[start]) && isVisibleAscii(codes[end - 1]))) {
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

  /** Returns the contact of a valid row, with capitalised names, its numbers as E.164 and dialled, and places as codes. */
  contact(): ContactInput {
    const contact: ContactInput = {
      id: this.cell(ID),
      first_name: capitalise(this.cell(1)),
      last_name: capitalise(this.cell(2)),
      phone_number: toE164(this.cell(PHONE_NUMBER)),
      recommended_phone: toDialled(this.cell(RECOMMENDED_PHONE)),
      address1: this.cell(5),
      address2: this.cell(6),
      city: this.cell(7),
      state: toStateCode(this.cell(STATE)),
      zipcode: this.cell(9),
      country: toCountryCode(this.cell(COUNTRY)),
      email: this.cell(11),
      company_name: this.cell(12),
    };
    if (this.own.columns.length > 0) contact.custom = this.#ownValues();
    return contact;
  }

  #ownValues(): Record<string, string> {
    const filled = this.own.columns.map(({ name }, at) => [name, this.cell(FIRST_OWN + at)] as const);
    return Object.fromEntries(filled.filter(([, value]) => value !== ''));
  }
}

export const ID = columnOf('id');
export const PHONE_NUMBER = columnOf('phone_number');
export const RECOMMENDED_PHONE = columnOf('recommended_phone');
export const STATE = columnOf('state');
export const COUNTRY = columnOf('country');
const REQUIRED = Uint8Array.from(CONTACT_COLUMNS, ({ required }) => (required ? 1 : 0));
/** Where people without a last name are contacts, too. */
export const WITHOUT_LAST_NAME = REQUIRED.map((isRequired, column) =>
  column === columnOf('last_name') ? 0 : isRequired,
);

function columnOf(name: ContactField): number {
  return CONTACT_COLUMNS.findIndex(({ field }) => field === name);
}

/** First letter upper case, the rest lower case; by code point, so that surrogate pairs stay intact. */
export function capitalise(name: string): string {
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
