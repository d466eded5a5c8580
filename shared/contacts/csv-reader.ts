import { CsvRecord } from './csv-record.ts';

/** The text stops being CSV: the record after the last one that was given cannot be told from the rest. */
export class MalformedCsvError extends Error {}

/** A record that does not end within this many characters never will. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

const NEVER_CLOSED = 'A quotation mark is never closed';
const MISPLACED = 'A quotation mark is misplaced';
const TOO_LONG = 'The line is too long';

const QUOTE = 0x22;
const COMMA = 0x2c;
const SPACE = 0x20;
const TAB = 0x09;
const CARRIAGE_RETURN = 0x0d;

/** Hears a record, which is used again for the next one. */
export type TakeRecord = (record: CsvRecord) => void;

/**
 * Reads CSV (RFC 4180) that comes in parts, the same for browser and server. Spaces around a quoted cell are allowed; a
 * quotation mark inside a cell that does not begin with one is text. Lists of a million pass here: a line without
 * quotation marks is only cut at its commas.
 */
export class CsvReader {
  readonly #newline: '\n' | '\r';
  readonly #newlineCode: number;
  readonly #record = new CsvRecord();
  /** The cells of the record that hold doubled quotation marks; most have none. */
  #doubled: number[] = [];
  #rest = '';
  #isBegun = false;

  /** `newline` ends the lines; a carriage return may stand before a line feed. */
  constructor(newline: '\n' | '\r') {
    this.#newline = newline;
    this.#newlineCode = newline.charCodeAt(0);
  }

  /** How many of the characters that were read belong to a record that is not whole yet. */
  get restLength(): number {
    return this.#rest.length;
  }

  /** Hands on the records that are whole by now. Throws `MalformedCsvError` after the last good one. */
  read(part: string, take: TakeRecord): void {
    this.#scan(part, false, take);
    if (this.#rest.length <= MAX_RECORD_LENGTH) return;
    throw new MalformedCsvError(this.#rest.includes('"') ? NEVER_CLOSED : TOO_LONG);
  }

  /** The last part of the text: hands on all records that are left. Throws as `read` does. */
  end(part: string, take: TakeRecord): void {
    this.#scan(part, true, take);
  }

  #scan(part: string, isLast: boolean, take: TakeRecord): void {
    const text = this.#rest + (this.#isBegun ? part : part.replace(/^\uFEFF/, ''));
    this.#isBegun = true;
    let quote = indexOrEnd(text, '"', 0);
    let comma = indexOrEnd(text, ',', 0);
    let from = 0;
    while (from < text.length) {
      const end = indexOrEnd(text, this.#newline, from);
      if (quote < from) quote = indexOrEnd(text, '"', from);
      if (comma < from) comma = indexOrEnd(text, ',', from);
      let next = end + 1;
      this.#record.begin(text);
      if (quote < end) next = this.#cutQuoted(text, from, isLast);
      else if (end < text.length || isLast) comma = this.#cutPlain(text, from, end, comma);
      else next = UNFINISHED;
      if (next === UNFINISHED) break;
      take(this.#record);
      from = next;
    }
    this.#rest = text.slice(from);
  }

  /** Cuts a line without quotation marks at its commas, the first of which is given; answers the first one after it. */
  #cutPlain(text: string, from: number, end: number, firstComma: number): number {
    let start = from;
    let comma = firstComma;
    while (comma < end) {
      this.#record.add(start, comma);
      start = comma + 1;
      comma = indexOrEnd(text, ',', start);
    }
    this.#record.add(start, endOfLine(text, start, end));
    return comma;
  }

  /** Cuts a record with quotation marks; answers where the next one begins. */
  #cutQuoted(text: string, from: number, isLast: boolean): number {
    for (let at = from; ; at++) {
      const start = pastSpaces(text, at);
      at =
        text.charCodeAt(start) === QUOTE ? this.#quotedCell(text, start, isLast) : this.#plainCell(text, at);
      if (at === UNFINISHED || (at >= text.length && !isLast)) {
        this.#doubled = [];
        return UNFINISHED;
      }
      if (text.charCodeAt(at) === COMMA) continue;
      if (this.#doubled.length > 0) this.#halveQuotes();
      return at + 1;
    }
  }

  /** Both cells answer where the comma or the end of the line after them stands. */
  #plainCell(text: string, from: number): number {
    let end = from;
    let code = text.charCodeAt(end);
    while (code !== COMMA && code !== this.#newlineCode && end < text.length) code = text.charCodeAt(++end);
    this.#record.add(from, code === COMMA ? end : endOfLine(text, from, end));
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
    return this.#afterQuote(text, pastSpaces(text, close + 1));
  }

  #afterQuote(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (at >= text.length || code === COMMA || code === this.#newlineCode) return at;
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

/** The record may go on in the next part. */
const UNFINISHED = -1;

function indexOrEnd(text: string, mark: string, from: number): number {
  const index = text.indexOf(mark, from);
  return index === -1 ? text.length : index;
}

/** Where the last cell of a line ends: before a carriage return that belongs to the line feed. */
function endOfLine(text: string, start: number, end: number): number {
  return end > start && text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
}

function pastSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE || text.charCodeAt(at) === TAB) at++;
  return at;
}
