import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import type { TextChunk } from './text-chunks.ts';

/** The part of a file that contains some records: it starts `skip` characters after the offset `byte`. */
export interface RecordRange {
  byte: number;
  skip: number;
  /** The byte offset of the end. */
  end: number;
}

/**
 * Parses chunks of text and passes the records to `onRecord`. Yields the range of the records after each chunk; a record
 * that spans two chunks belongs to the second. Throws `MalformedCsvError`.
 */
export async function* readRecords(
  chunks: AsyncIterable<TextChunk>,
  size: number,
  newline: '\n' | '\r',
  onRecord: TakeRecord,
): AsyncGenerator<RecordRange> {
  const reader = new CsvReader(newline);
  let begin = { byte: 0, skip: 0 };
  for await (const { text, start, end } of chunks) {
    const before = reader.restLength;
    if (before === 0) begin = { byte: start, skip: 0 };
    if (end === size) reader.end(text, onRecord);
    else reader.read(text, onRecord);
    yield { ...begin, end };
    const read = before + text.length - reader.restLength;
    begin = read < before ? { ...begin, skip: begin.skip + read } : { byte: start, skip: read - before };
  }
}
