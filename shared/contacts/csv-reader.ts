import { codesOf, joinedCodes } from './csv-codes.ts';
import { CsvRecord } from './csv-record.ts';

/** Thrown on malformed CSV; records after the last emitted one cannot be parsed. */
export class MalformedCsvError extends Error {}

/** Maximum length of a record, in characters. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

const NEVER_CLOSED = 'A quotation mark is never closed';
const MISPLACED = 'A quotation mark is misplaced';
const TOO_LONG = 'The line is too long';

const QUOTE = 0x22;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/** What stands between the cells of a record. */
export type Delimiter = ',' | ';' | '\t' | '|';

/** Called for each record; the object is reused for the next one. */
export type TakeRecord = (record: CsvRecord) => void;

/**
 * Streaming CSV parser (RFC 4180) for browser and server. Allows spaces around a quoted cell; a quotation mark
 * inside an unquoted cell is text.
 */
export class CsvReader {
  readonly #newlineCode: number;
  readonly #delimiterCode: number;
  /** The higher one: most characters are above it and need a single comparison. */
  readonly #highestCode: number;
  readonly #record = new CsvRecord();
  /** Indexes of cells with doubled quotation marks; most records have none. */
  #doubled: number[] = [];
  #rest = '';
  #restCodes: Uint8Array = new Uint8Array();
  #isBegun = false;

  /** `newline` is the line terminator; a carriage return before a line feed is dropped. */
  constructor(newline: '\n' | '\r', delimiter: Delimiter = ',') {
    this.#newlineCode = newline.charCodeAt(0);
    this.#delimiterCode = delimiter.charCodeAt(0);
    this.#highestCode = Math.max(this.#newlineCode, this.#delimiterCode);
  }

  /** Number of buffered characters of an incomplete record. */
  get restLength(): number {
    return this.#rest.length;
  }

  /**
   * Parses a chunk and emits all complete records. `bytes` are those of the chunk if it is known that each is one ASCII
   * character. Throws `MalformedCsvError` after the last valid record.
   */
  read(part: string, take: TakeRecord, bytes?: Uint8Array): void {
    this.#scan({ part, bytes, isLast: false }, take);
    refuseLong(this.#rest, 0, this.#rest.length);
  }

  /** Parses the last chunk and emits all remaining records. Throws like `read`. */
  end(part: string, take: TakeRecord, bytes?: Uint8Array): void {
    this.#scan({ part, bytes, isLast: true }, take);
  }

  #scan({ part, bytes, isLast }: Chunk, take: TakeRecord): void {
    const added = this.#isBegun ? part : part.replace(/^\uFEFF/, '');
    this.#isBegun = true;
    const text = this.#rest + added;
    const codes = joinedCodes(this.#restCodes, bytes ?? codesOf(added));
    let from = 0;
    while (from < codes.length) {
      this.#record.begin(text, codes);
      const next = this.#cut(codes, from, isLast);
      if (next === UNFINISHED) break;
      refuseLong(text, from, next - 1);
      take(this.#record);
      from = next;
    }
    this.#rest = text.slice(from);
    // A copy: the bytes are the caller's, who may use them again.
    this.#restCodes = Uint8Array.from(codes.subarray(from));
  }

  /** Splits the record at `from` into its cells. Returns the start of the next one. */
  #cut(codes: Uint8Array, from: number, isLast: boolean): number {
    const { length } = codes;
    for (let at = from; ; at++) {
      const start = pastSpaces(codes, at, this.#delimiterCode);
      const isQuoted = start < length && codes[start] === QUOTE;
      at = isQuoted ? this.#quotedCell(codes, start, isLast) : this.#plainCell(codes, at);
      if (at === UNFINISHED || (at >= length && !isLast)) {
        this.#doubled = [];
        return UNFINISHED;
      }
      if (at < length && codes[at] === this.#delimiterCode) continue;
      if (this.#doubled.length > 0) this.#halveQuotes();
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
    this.#record.add(from, isLastCell ? endOfLine(codes, from, end) : end);
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
      if (isLast) throw new MalformedCsvError(NEVER_CLOSED);
      return UNFINISHED;
    }
    if (isDoubled) this.#doubled.push(this.#record.count);
    this.#record.add(from + 1, close);
    return this.#afterQuote(codes, pastSpaces(codes, close + 1, this.#delimiterCode));
  }

  #afterQuote(codes: Uint8Array, at: number): number {
    const { length } = codes;
    const code = at < length ? codes[at] : undefined;
    if (code === undefined || code === this.#delimiterCode || code === this.#newlineCode) return at;
    const isReturn = code === CARRIAGE_RETURN;
    if (isReturn && (at + 1 >= length || codes[at + 1] === this.#newlineCode)) return at + 1;
    throw new MalformedCsvError(MISPLACED);
  }

  #halveQuotes(): void {
    const doubled = this.#doubled;
    const halved = (cell: string, place: number) =>
      doubled.includes(place) ? cell.replaceAll('""', '"') : cell;
    this.#record.set(this.#record.cells().map(halved));
    this.#doubled = [];
  }
}

/** The record is incomplete; it may continue in the next chunk. */
const UNFINISHED = -1;

/** A part of the file; `bytes` as `read` takes them. */
interface Chunk {
  part: string;
  bytes: Uint8Array | undefined;
  isLast: boolean;
}

/** Throws for a record that is too long; the same error however the text is divided into chunks. */
function refuseLong(text: string, from: number, end: number): void {
  if (end - from <= MAX_RECORD_LENGTH) return;
  const isQuoted = text.slice(from, from + MAX_RECORD_LENGTH).includes('"');
  throw new MalformedCsvError(isQuoted ? NEVER_CLOSED : TOO_LONG);
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
