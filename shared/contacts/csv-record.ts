import { codesOf } from './csv-codes.ts';

const INITIAL_CELLS = 32;

/**
 * One record of a CSV text as offsets, so that no strings are allocated for unused cells. The object is reused for
 * every record: copy the values to keep.
 */
export class CsvRecord {
  text = '';
  /** Of the text, as `codesOf` has them. */
  codes: Uint8Array = new Uint8Array();
  count = 0;
  /** Whether the text has characters that were lost or garbled: in this record, or in one that was read with it. */
  mayBeDamaged = false;
  starts = new Int32Array(INITIAL_CELLS);
  ends = new Int32Array(INITIAL_CELLS);
  readonly #maxCells: number;

  /** Cells beyond `maxCells` are counted, but not kept. */
  constructor(maxCells = Infinity) {
    this.#maxCells = maxCells;
  }

  static of(cells: readonly string[]): CsvRecord {
    const record = new CsvRecord();
    record.set(cells);
    return record;
  }

  /** Resets the record to `text` without cells; `add` appends them. */
  begin(text: string, codes: Uint8Array): void {
    this.text = text;
    this.codes = codes;
    this.count = 0;
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.#grow();
    // Beyond the end of the arrays this writes nothing.
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  /** Replaces the record with the given cells. */
  set(cells: readonly string[]): void {
    const text = cells.join('');
    this.begin(text, codesOf(text));
    let end = 0;
    for (const cell of cells) this.add(end, (end += cell.length));
  }

  /** Returns the cell at an index; '' beyond the last one. */
  cell(place: number): string {
    return place < this.count ? this.text.slice(this.starts[place], this.ends[place]) : '';
  }

  cells(): string[] {
    return Array.from({ length: this.count }, (_, place) => this.cell(place));
  }

  /**
   * Whether all cells are blank, or checkboxes as spreadsheets write them in rows that are not used yet; such records are
   * skipped and not counted.
   */
  get isBlank(): boolean {
    for (let place = 0; place < this.count; place++) {
      if (this.starts[place] === this.ends[place]) continue;
      const code = this.codes[this.starts[place] ?? 0] ?? 0;
      const length = (this.ends[place] ?? 0) - (this.starts[place] ?? 0);
      if (isVisibleAscii(code) && (length > LONGEST_CHECKBOX || !CHECKBOX_CODES.has(code))) return false;
      const cell = this.cell(place).trim();
      if (cell !== '' && !CHECKBOXES.has(cell.toLowerCase())) return false;
    }
    return true;
  }

  #grow(): void {
    const { starts, ends } = this;
    if (starts.length >= this.#maxCells) return;
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(ends.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** Checkboxes of Google Sheets, Excel, Airtable, Notion and Smartsheet. A 1 is more likely an id. */
const CHECKBOXES: ReadonlySet<string> = new Set([
  ...['true', 'false', 'yes', 'no', 'checked', 'unchecked', '0', '[]', '[ ]', '[x]'],
  ...['☐', '☑', '☒', '✓', '✔', '✔️', '✗', '✘', '✅', '❌', '⬜'],
]);
const CHECKBOX_CODES = new Set(Array.from('tfyncuTFYNCU0[', (first) => first.charCodeAt(0)));
const LONGEST_CHECKBOX = 'unchecked'.length;

/** Whether trimming never removes the character; true for nearly all. */
export function isVisibleAscii(code = 0): boolean {
  return code > 0x20 && code < 0x7f;
}
