import type { ListWarning, ListWarnings } from '#shared/contacts/list-warnings.ts';
import type { LineError } from '#shared/error-codes.ts';
import type { InvalidRowsView } from '#shared/schemas/campaigns/invalid-rows.ts';

/** Errors that are kept and answered; a list may have as many as rows. */
const MAX_KEPT = 10_000;

/** The rows of a list that are left out because of their errors: a bit for each row, and the first errors. */
export class InvalidRows {
  #bits = new Uint8Array(1024);
  readonly #errors: LineError[] = [];
  #count = 0;

  /** Adds the row at an index from 0 with its errors. */
  add(index: number, errors: readonly LineError[]): void {
    if (this.has(index)) return;
    const at = index >> 3;
    if (at >= this.#bits.length) {
      const bits = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      bits.set(this.#bits);
      this.#bits = bits;
    }
    this.#bits[at] = (this.#bits[at] ?? 0) | (1 << (index & 7));
    this.#count += 1;
    if (this.#errors.length < MAX_KEPT) this.#errors.push(...errors);
  }

  get count(): number {
    return this.#count;
  }

  has(index: number): boolean {
    return ((this.#bits[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  /** Forgets all rows, before the list is checked again. */
  clear(): void {
    this.#bits.fill(0);
    this.#errors.length = 0;
    this.#count = 0;
  }

  /** Returns the number of rows and their errors as the API presents them. */
  present(): InvalidRowsView {
    return { count: this.#count, errors: this.#errors.map(({ line, message }) => ({ line, message })) };
  }
}

/** What a check found out about a list beside the number of its contacts. */
export interface ListNotes {
  /** The rows that were left out; absent if there were none. */
  invalid_rows?: InvalidRowsView;
  warnings: ListWarning[];
}

interface CheckedList {
  invalid?: InvalidRows | undefined;
  warnings?: ListWarnings | undefined;
}

/** Returns what a response says about a list that has been checked. */
export function presentNotes({ invalid, warnings }: CheckedList): ListNotes {
  return {
    ...(invalid !== undefined && invalid.count > 0 && { invalid_rows: invalid.present() }),
    warnings: warnings?.list() ?? [],
  };
}

/** Returns the lines of the rows that remain, by their index among these. Ask in any order; it is fast in ascending order. */
export function remainingLines(invalid: InvalidRows | undefined): (index: number) => number {
  if (invalid === undefined) return (index) => index + 2;
  let [row, remaining] = [-1, -1];
  return (index) => {
    if (index < remaining) [row, remaining] = [-1, -1];
    while (remaining < index) {
      row += 1;
      if (!invalid.has(row)) remaining += 1;
    }
    return row + 2;
  };
}
