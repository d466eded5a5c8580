import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import type { TextChunk } from './text-chunks.ts';

/** Where the text of some records begins: so many characters into the text that begins at a byte; and the byte where it ends. */
export interface RecordRange {
  byte: number;
  skip: number;
  end: number;
}

/**
 * Turns pieces of text into records, which `take` hears, and answers after each piece where the text of its records
 * stands, so that they can be read again. A record that spans two pieces comes with the second. Throws
 * `MalformedCsvError`.
 */
export async function* readRecords(
  pieces: AsyncIterable<TextChunk>,
  size: number,
  newline: '\n' | '\r',
  take: TakeRecord,
): AsyncGenerator<RecordRange> {
  const reader = new CsvReader(newline);
  let begin = { byte: 0, skip: 0 };
  for await (const { text, start, end } of pieces) {
    const before = reader.restLength;
    if (before === 0) begin = { byte: start, skip: 0 };
    if (end === size) reader.end(text, take);
    else reader.read(text, take);
    yield { ...begin, end };
    const read = before + text.length - reader.restLength;
    begin = read < before ? { ...begin, skip: begin.skip + read } : { byte: start, skip: read - before };
  }
}
