import { CsvRecord } from './csv-record.ts';
import { MISPLACED, NEVER_CLOSED, TooManyCellsError } from './malformed-csv.ts';

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/** The record is incomplete; it may continue in the next chunk. */
export const UNFINISHED = -1;

/** What ends the lines and the cells of a text, and how many cells a record may have. */
interface RecordForm {
  newline: string;
  delimiter: string;
  maxCells: number;
}

/** Splits the records of a CSV text into their cells, in time linear in their length. */
export class RecordCutter {
  /** The record that was cut last. */
  readonly record: CsvRecord;
  /** How far the record was read that was cut last, or was malformed. */
  reached = 0;
  readonly #newlineCode: number;
  readonly #delimiterCode: number;
  /** The higher one: most characters are above it and need a single comparison. */
  readonly #highestCode: number;
  readonly #maxCells: number;
  /** Indexes of cells with doubled quotation marks; most records have none. */
  #doubled: number[] = [];

  constructor({ newline, delimiter, maxCells }: RecordForm) {
    this.record = new CsvRecord(maxCells);
    this.#newlineCode = newline.charCodeAt(0);
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#highestCode = Math.max(this.#newlineCode, this.#delimiterCode);
    this.#maxCells = maxCells;
  }

  /**
   * Splits the record at `from` into its cells. Returns the start of the next one, or `UNFINISHED`. Throws
   * `MalformedCsvError`.
   */
  cut(text: string, codes: Uint8Array, { from, isLast }: { from: number; isLast: boolean }): number {
    this.record.begin(text, codes);
    if (this.#doubled.length > 0) this.#doubled = [];
    const { length } = codes;
    for (let at = from; ; at++) {
      const start = pastSpaces(codes, at, this.#delimiterCode);
      const isQuoted = start < length && codes[start] === QUOTE;
      at = isQuoted ? this.#quotedCell(codes, start, isLast) : this.#plainCell(codes, at);
      if (at === UNFINISHED || (at >= length && !isLast)) return UNFINISHED;
      if (at < length && codes[at] === this.#delimiterCode) continue;
      this.reached = at;
      this.#complete();
      return at + 1;
    }
  }

  /** Both cell methods return the index of the delimiter or line end after the cell. */
  #plainCell(codes: Uint8Array, from: number): number {
    const { length } = codes;
    const [delimiter, newline, highest] = [this.#delimiterCode, this.#newlineCode, this.#highestCode];
    let end = from;
    for (; end < length; end++) {
      const code = codes[end] ?? 0;
      if (code <= highest && (code === delimiter || code === newline)) break;
    }
    const isLastCell = end >= length || codes[end] === newline;
    this.record.add(from, isLastCell ? endOfLine(codes, from, end) : end);
    return end;
  }

  #quotedCell(codes: Uint8Array, from: number, isLast: boolean): number {
    const { length } = codes;
    let close = nextQuote(codes, from + 1);
    let isDoubled = false;
    while (close + 1 < length && codes[close + 1] === QUOTE) {
      isDoubled = true;
      close = nextQuote(codes, close + 2);
    }
    if (close >= length) {
      this.reached = length;
      if (isLast) throw NEVER_CLOSED;
      return UNFINISHED;
    }
    if (isDoubled) this.#doubled.push(this.record.count);
    this.record.add(from + 1, close);
    return this.#afterQuote(codes, pastSpaces(codes, close + 1, this.#delimiterCode));
  }

  #afterQuote(codes: Uint8Array, at: number): number {
    const { length } = codes;
    const code = at < length ? codes[at] : undefined;
    if (code === undefined || code === this.#delimiterCode || code === this.#newlineCode) return at;
    const isReturn = code === CARRIAGE_RETURN;
    if (isReturn && (at + 1 >= length || codes[at + 1] === this.#newlineCode)) return at + 1;
    this.reached = at;
    throw MISPLACED;
  }

  #complete(): void {
    const { record } = this;
    if (record.count > this.#maxCells) {
      throw new TooManyCellsError(`The line has more than ${this.#maxCells.toLocaleString('en-US')} cells`);
    }
    if (this.#doubled.length === 0) return;
    const cells = record.cells();
    for (const place of this.#doubled) cells[place] = (cells[place] ?? '').replaceAll('""', '"');
    record.set(cells);
  }
}

function nextQuote(codes: Uint8Array, from: number): number {
  let at = from;
  while (at < codes.length && codes[at] !== QUOTE) at++;
  return at;
}

/** Returns the end of a line's last cell: before a carriage return that belongs to the line feed. */
function endOfLine(codes: Uint8Array, start: number, end: number): number {
  return end > start && codes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
}

function pastSpaces(codes: Uint8Array, from: number, delimiter: number): number {
  let at = from;
  while (at < codes.length && (codes[at] === SPACE || (codes[at] === TAB && delimiter !== TAB))) at++;
  return at;
}
