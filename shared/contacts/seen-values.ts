import { ID, type ContactCells } from './contact-cells.ts';
import { IdBook } from './id-book.ts';
import { NEW, PhoneBook } from './phone-book.ts';

/** The ids and phone numbers of the rows of a list, with which each further row is compared. */
export class SeenValues {
  /** The index of the first row with the same value as the row that was compared last, or `NEW`. */
  sameId = NEW;
  sameListed = NEW;
  sameDialled = NEW;
  readonly #ids: IdBook;
  readonly #phones: PhoneBook;

  /** `seed` is that of `PhoneBook`. */
  constructor(seed: number | undefined) {
    this.#ids = new IdBook(seed);
    this.#phones = new PhoneBook(seed);
  }

  /** Whether the row that was compared last has no value of a row before. */
  get isNew(): boolean {
    return this.sameId === NEW && this.sameListed === NEW && this.sameDialled === NEW;
  }

  reserve(records: number): void {
    this.#phones.reserve(records);
  }

  /** Compares the row at an index, whose numbers are 0 for none, and adds it. */
  note(cells: ContactCells, listed: number, dialled: number, index: number): void {
    const { text, codes } = cells;
    const { start, end } = idIn(cells);
    this.sameId = start === end ? NEW : this.#ids.note(text, start, end, index, codes);
    this.sameListed = this.#phones.note(listed, listed === dialled ? dialled : 0, index);
    this.sameDialled = listed === dialled ? this.sameListed : this.#phones.note(0, dialled, index);
  }

  /** Compares a row without adding it. */
  find(cells: ContactCells, listed: number, dialled: number): void {
    const { start, end } = idIn(cells);
    this.sameId = start === end ? NEW : this.#ids.find(cells.text, start, end, cells.codes);
    this.sameListed = this.#phones.find(listed, listed === dialled ? dialled : 0);
    this.sameDialled = listed === dialled ? this.sameListed : this.#phones.find(0, dialled);
  }
}

/** Reused for every row. */
const id = { start: 0, end: 0 };

function idIn({ starts, lengths }: ContactCells): { start: number; end: number } {
  id.start = starts[ID] ?? 0;
  id.end = id.start + (lengths[ID] ?? 0);
  return id;
}
