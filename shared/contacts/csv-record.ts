const INITIAL_CELLS = 32;

/**
 * One record of a CSV text: the text, and where its cells stand in it. A list of a million makes strings of no cell that
 * nobody asks for, and uses one record again and again: what is to be kept must be copied.
 */
export class CsvRecord {
  text = '';
  count = 0;
  starts = new Int32Array(INITIAL_CELLS);
  ends = new Int32Array(INITIAL_CELLS);

  static of(cells: readonly string[]): CsvRecord {
    const record = new CsvRecord();
    record.set(cells);
    return record;
  }

  /** A record without cells; `add` gives it those of a text. */
  begin(text: string): void {
    this.text = text;
    this.count = 0;
  }

  add(start: number, end: number): void {
    if (this.count === this.starts.length) this.#grow();
    this.starts[this.count] = start;
    this.ends[this.count] = end;
    this.count += 1;
  }

  /** A record of cells that stand in no text yet. */
  set(cells: readonly string[]): void {
    this.begin(cells.join(''));
    let end = 0;
    for (const cell of cells) this.add(end, (end += cell.length));
  }

  /** The cell at a place; '' behind the last one. */
  cell(place: number): string {
    return place < this.count ? this.text.slice(this.starts[place], this.ends[place]) : '';
  }

  cells(): string[] {
    return Array.from({ length: this.count }, (_, place) => this.cell(place));
  }

  /** Whether it holds nothing at all: such records are skipped and not counted. */
  get isBlank(): boolean {
    for (let place = 0; place < this.count; place++) {
      if (this.starts[place] === this.ends[place]) continue;
      if (isVisibleAscii(this.text.charCodeAt(this.starts[place] ?? 0))) return false;
      if (this.cell(place).trim() !== '') return false;
    }
    return true;
  }

  #grow(): void {
    const { starts, ends } = this;
    this.starts = new Int32Array(starts.length * 2);
    this.ends = new Int32Array(ends.length * 2);
    this.starts.set(starts);
    this.ends.set(ends);
  }
}

/** A character that no trimming takes away; nearly all are. */
export function isVisibleAscii(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}
