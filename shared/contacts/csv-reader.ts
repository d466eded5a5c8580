import { codesOf, HeldCodes } from './csv-codes.ts';
import { RecordCutter, UNFINISHED } from './csv-cutter.ts';
import type { CsvRecord } from './csv-record.ts';
import { isDamaged } from './damaged-text.ts';
import { MalformedCsvError, NEVER_CLOSED, TOO_LONG } from './malformed-csv.ts';

/** Maximum length of a record, in characters. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;
/** Maximum cells of a record: the columns that a spreadsheet can have. */
const MAX_CELLS = 16_384;

/** What stands between the cells of a record. */
export type Delimiter = ',' | ';' | '\t' | '|';

/** Called for each record; the object is reused for the next one. */
export type TakeRecord = (record: CsvRecord) => void;

export interface CsvReaderOptions {
  /** Maximum cells of a record; more are malformed. */
  maxCells?: number;
  /**
   * Maximum length of a record, in characters; a longer one is malformed. With `malformed` its lines are then read again in
   * one piece, so it bounds for how long the reader does not return.
   */
  maxLength?: number;
  /**
   * Called in the place of a malformed record, whose first line is left out; each further line is a record, up to the one
   * in which the record was found malformed. Without it the error is thrown.
   */
  malformed?: (error: MalformedCsvError) => void;
}

/**
 * Streaming CSV parser (RFC 4180) for browser and server. Allows spaces around a quoted cell; a quotation mark
 * inside an unquoted cell is text. Its time and memory are linear in the length of the text, however it is divided.
 */
export class CsvReader {
  readonly #newlineCode: number;
  readonly #cutter: RecordCutter;
  readonly #maxLength: number;
  readonly #malformed: CsvReaderOptions['malformed'];
  #rest = '';
  readonly #restCodes = new HeldCodes();
  /** The length of the rest when it was last scanned. */
  #scanned = 0;
  /** The last characters of the chunk before. */
  #tail = '';
  #isBegun = false;

  /** `newline` is the line terminator; a carriage return before a line feed is dropped. */
  constructor(
    newline: '\n' | '\r',
    delimiter: Delimiter = ',',
    { maxCells = MAX_CELLS, maxLength = MAX_RECORD_LENGTH, malformed }: CsvReaderOptions = {},
  ) {
    this.#newlineCode = newline.charCodeAt(0);
    this.#cutter = new RecordCutter({ newline, delimiter, maxCells });
    this.#maxLength = maxLength;
    this.#malformed = malformed;
  }

  /** Number of buffered characters that no emitted record has. */
  get restLength(): number {
    return this.#rest.length;
  }

  /**
   * Parses a chunk and emits complete records. `bytes` are those of the chunk if it is known that each is one ASCII
   * character. Throws `MalformedCsvError` after the last valid record.
   */
  read(part: string, take: TakeRecord, bytes?: Uint8Array): void {
    this.#scan({ part, bytes, isLast: false }, take);
  }

  /** Parses the last chunk and emits all remaining records. Throws like `read`. */
  end(part: string, take: TakeRecord, bytes?: Uint8Array): void {
    this.#scan({ part, bytes, isLast: true }, take);
  }

  #scan({ part, bytes, isLast }: Chunk, take: TakeRecord): void {
    const added = this.#isBegun ? part : part.replace(/^\uFEFF/, '');
    this.#isBegun = true;
    const text = this.#rest + added;
    const { record } = this.#cutter;
    const isDamagedHere = bytes === undefined && isDamaged(this.#tail + added);
    record.mayBeDamaged = isDamagedHere || (this.#rest !== '' && record.mayBeDamaged);
    this.#tail = added.slice(-2);
    const codes = this.#restCodes.with(bytes ?? codesOf(added));
    // A long record is scanned again once it has doubled, so that the work stays linear in its length.
    const isDue = isLast || codes.length > Math.min(this.#scanned * 2, this.#maxLength);
    const from = isDue ? this.#emit(text, codes, { isLast, take }) : 0;
    this.#rest = text.slice(from);
    this.#restCodes.keep(codes, from);
    if (isDue) this.#scanned = this.#rest.length;
  }

  /** Emits the records of a text. Returns the start of the one that is incomplete. */
  #emit(text: string, codes: Uint8Array, { isLast, take }: { isLast: boolean; take: TakeRecord }): number {
    const cutter = this.#cutter;
    let from = 0;
    // Lines that a malformed record has been read through are not read through again, which keeps the work linear.
    let seen = 0;
    while (from < codes.length) {
      let next: number;
      try {
        next =
          from < seen
            ? cutter.cut(text, codes.subarray(0, afterLine(codes, from, this.#newlineCode)), {
                from,
                isLast: true,
              })
            : cutter.cut(text, codes, { from, isLast });
        this.#refuseLong(text, from, next === UNFINISHED ? text.length : next - 1);
      } catch (error) {
        if (this.#malformed === undefined || !(error instanceof MalformedCsvError)) throw error;
        this.#malformed(error);
        const reached = Math.min(cutter.reached, from + this.#maxLength);
        seen = Math.max(seen, startOfLine(codes, reached, this.#newlineCode));
        from = afterLine(codes, from, this.#newlineCode);
        continue;
      }
      if (next === UNFINISHED) break;
      take(cutter.record);
      from = next;
    }
    return from;
  }

  /** Throws for a record that is too long; the same error however the text is divided into chunks. */
  #refuseLong(text: string, from: number, end: number): void {
    if (end - from <= this.#maxLength) return;
    const isQuoted = text.slice(from, from + this.#maxLength).includes('"');
    throw isQuoted ? NEVER_CLOSED : TOO_LONG;
  }
}

/** A part of the file; `bytes` as `read` takes them. */
interface Chunk {
  part: string;
  bytes: Uint8Array | undefined;
  isLast: boolean;
}

function afterLine(codes: Uint8Array, from: number, newline: number): number {
  const end = codes.indexOf(newline, from);
  return end === -1 ? codes.length : end + 1;
}

function startOfLine(codes: Uint8Array, at: number, newline: number): number {
  return at === 0 ? 0 : codes.lastIndexOf(newline, at - 1) + 1;
}
