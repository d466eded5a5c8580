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
 * inside an unquoted cell is text. Lines without quotation marks take a fast path.
 */
export class CsvReader {
  readonly #newline: '\n' | '\r';
  readonly #newlineCode: number;
  readonly #delimiter: Delimiter;
  readonly #delimiterCode: number;
  readonly #record = new CsvRecord();
  /** Indexes of cells with doubled quotation marks; most records have none. */
  #doubled: number[] = [];
  #rest = '';
  #isBegun = false;

  /** `newline` is the line terminator; a carriage return before a line feed is dropped. */
  constructor(newline: '\n' | '\r', delimiter: Delimiter = ',') {
    this.#newline = newline;
    this.#newlineCode = newline.charCodeAt(0);
    this.#delimiter = delimiter;
    this.#delimiterCode = delimiter.charCodeAt(0);
  }

  /** Number of buffered characters of an incomplete record. */
  get restLength(): number {
    return this.#rest.length;
  }

  /** Parses a chunk and emits all complete records. Throws `MalformedCsvError` after the last valid one. */
  read(part: string, take: TakeRecord): void {
    this.#scan(part, false, take);
    if (this.#rest.length <= MAX_RECORD_LENGTH) return;
    throw new MalformedCsvError(this.#rest.includes('"') ? NEVER_CLOSED : TOO_LONG);
  }

  /** Parses the last chunk and emits all remaining records. Throws like `read`. */
  end(part: string, take: TakeRecord): void {
    this.#scan(part, true, take);
  }

  #scan(part: string, isLast: boolean, take: TakeRecord): void {
    const text = this.#rest + (this.#isBegun ? part : part.replace(/^\uFEFF/, ''));
    this.#isBegun = true;
    let quote = indexOrEnd(text, '"', 0);
    let mark = indexOrEnd(text, this.#delimiter, 0);
    let from = 0;
    while (from < text.length) {
      const end = indexOrEnd(text, this.#newline, from);
      if (quote < from) quote = indexOrEnd(text, '"', from);
      if (mark < from) mark = indexOrEnd(text, this.#delimiter, from);
      let next = end + 1;
      this.#record.begin(text);
      if (quote < end) next = this.#cutQuoted(text, from, isLast);
      else if (end < text.length || isLast) mark = this.#cutPlain(text, from, end, mark);
      else next = UNFINISHED;
      if (next === UNFINISHED) break;
      take(this.#record);
      from = next;
    }
    this.#rest = text.slice(from);
  }

  /** Splits an unquoted line at its delimiters, given the first one. Returns the first delimiter after the line. */
  #cutPlain(text: string, from: number, end: number, firstMark: number): number {
    let start = from;
    let mark = firstMark;
    while (mark < end) {
      this.#record.add(start, mark);
      start = mark + 1;
      mark = indexOrEnd(text, this.#delimiter, start);
    }
    this.#record.add(start, endOfLine(text, start, end));
    return mark;
  }

  /** Splits a record with quoted cells. Returns the start of the next record. */
  #cutQuoted(text: string, from: number, isLast: boolean): number {
    for (let at = from; ; at++) {
      const start = pastSpaces(text, at, this.#delimiterCode);
      at =
        text.charCodeAt(start) === QUOTE ? this.#quotedCell(text, start, isLast) : this.#plainCell(text, at);
      if (at === UNFINISHED || (at >= text.length && !isLast)) {
        this.#doubled = [];
        return UNFINISHED;
      }
      if (text.charCodeAt(at) === this.#delimiterCode) continue;
      if (this.#doubled.length > 0) this.#halveQuotes();
      return at + 1;
    }
  }

  /** Both cell methods return the index of the delimiter or line end after the cell. */
  #plainCell(text: string, from: number): number {
    let end = from;
    let code = text.charCodeAt(end);
    const delimiter = this.#delimiterCode;
    while (code !== delimiter && code !== this.#newlineCode && end < text.length)
      code = text.charCodeAt(++end);
    this.#record.add(from, code === delimiter ? end : endOfLine(text, from, end));
    return end;
  }

  #quotedCell(text: string, from: number, isLast: boolean): number {
    let close = text.indexOf('"', from + 1);
    let isDoubled = false;
    while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) {
      isDoubled = true;
      close = text.indexOf('"', close + 2);
    }
    if (close === -1) {
      if (isLast) throw new MalformedCsvError(NEVER_CLOSED);
      return UNFINISHED;
    }
    if (isDoubled) this.#doubled.push(this.#record.count);
    this.#record.add(from + 1, close);
    return this.#afterQuote(text, pastSpaces(text, close + 1, this.#delimiterCode));
  }

  #afterQuote(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (at >= text.length || code === this.#delimiterCode || code === this.#newlineCode) return at;
    const isReturn = code === CARRIAGE_RETURN;
    if (isReturn && (at + 1 >= text.length || text.charCodeAt(at + 1) === this.#newlineCode)) return at + 1;
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

function indexOrEnd(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index;
}

/** Returns the end of a line's last cell: before a carriage return that belongs to the line feed. */
function endOfLine(text: string, start: number, end: number): number {
  return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}

function pastSpaces(text: string, from: number, delimiter: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE || (text.charCodeAt(at) === TAB && delimiter !== TAB)) at++;
  return at;
}
