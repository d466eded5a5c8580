import Papa from 'papaparse';
import { MAX_RECORD_BYTES, type TextPiece } from './text-pieces.ts';

/** Records that were read together, and where their text stands, so that they can be read again. */
export interface RecordBatch {
  records: string[][];
  place: RecordPlace;
}

/** Where the text of a batch begins: so many characters into the text that begins at a byte; and the byte where it ends. */
export interface RecordPlace {
  byte: number;
  skip: number;
  end: number;
}

/** The file stops being CSV: the record after the last one that was given cannot be told from the rest. */
export class MalformedCsvError extends Error {}

interface ParserResult {
  data: string[][];
  errors: Papa.ParseError[];
  meta: { cursor: number };
}

/** Splits a text into records; unless it is the last of a file, a record that may go on is left out. */
export function parseRecords(text: string, newline: '\n' | '\r', last: boolean): ParserResult {
  return new Papa.Parser({ delimiter: ',', newline }).parse(text, 0, !last) as ParserResult;
}

/** Turns pieces of text into records; one that spans two pieces comes with the second. Throws `MalformedCsvError`. */
export async function* recordBatches(
  pieces: AsyncIterable<TextPiece>,
  size: number,
  newline: '\n' | '\r',
): AsyncGenerator<RecordBatch> {
  let rest = '';
  let place = { byte: 0, skip: 0 };
  for await (const piece of pieces) {
    if (rest === '') place = { byte: piece.start, skip: 0 };
    const isLast = piece.end === size;
    const text = rest + piece.text;
    const { data, errors, meta } = parseRecords(text, newline, isLast);
    const bad = firstBad(errors, isLast ? Infinity : data.length);
    const records = bad === null ? data : data.slice(0, bad.row);
    if (records.length > 0) yield { records, place: { ...place, end: piece.end } };
    if (bad !== null) throw bad.error;
    const goesOnIn = meta.cursor - rest.length;
    place =
      goesOnIn < 0 ? { ...place, skip: place.skip + meta.cursor } : { byte: piece.start, skip: goesOnIn };
    rest = text.slice(meta.cursor);
    if (rest.length > MAX_RECORD_BYTES) throw unclosed();
  }
}

/** The first record at fault among the whole ones; what is wrong with one that goes on is judged when it is whole. */
function firstBad(
  errors: readonly Papa.ParseError[],
  whole: number,
): { row: number; error: MalformedCsvError } | null {
  const bad = errors.find(({ row = 0 }) => row < whole);
  if (bad === undefined) return null;
  const error =
    bad.code === 'MissingQuotes' ? unclosed() : new MalformedCsvError('A quotation mark is misplaced');
  return { row: bad.row ?? 0, error };
}

function unclosed(): MalformedCsvError {
  return new MalformedCsvError('A quotation mark is never closed');
}
