import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { textProblem } from '#shared/contacts/contact-file.ts';

/** Bytes per read: each read is a round trip to another process. */
const BLOCK_BYTES = 1024 * 1024;
/** Bytes per chunk: small, so that its records are collected by a minor garbage collection. */
const CHUNK_BYTES = 64 * 1024;
/** A line longer than this is split into several chunks. */
const MAX_LINE_BYTES = 4 * BLOCK_BYTES;

/** The file is not a text file. The message is for the user. */
export class UnreadableFileError extends Error {}

/** The part of a file that contains some records: it starts `skip` characters after the offset `byte`. */
export interface RecordRange {
  byte: number;
  skip: number;
  /** The byte offset of the end. */
  end: number;
}

/**
 * Parses a file in chunks and passes the records to `onRecord`. Yields the range of the records after each chunk; a
 * record that spans two chunks belongs to the second. Throws `MalformedCsvError` and `UnreadableFileError`.
 */
export async function* readRecords(
  file: Blob,
  newline: '\n' | '\r',
  onRecord: TakeRecord,
): AsyncGenerator<RecordRange> {
  const reader = new CsvReader(newline);
  let begin = { byte: 0, skip: 0 };
  for await (const { text, start, end } of readTextChunks(file, newline)) {
    const before = reader.restLength;
    if (before === 0) begin = { byte: start, skip: 0 };
    if (end === file.size) reader.end(text, onRecord);
    else reader.read(text, onRecord);
    yield { ...begin, end };
    const read = before + text.length - reader.restLength;
    begin = read < before ? { ...begin, skip: begin.skip + read } : { byte: start, skip: read - before };
  }
}

/** A part of a file that ends with a line or with the file, and its byte offsets. */
interface TextChunk {
  text: string;
  start: number;
  end: number;
}

/** Reads a file as text in chunks, split at line ends, because no other UTF-8 character contains that byte. */
async function* readTextChunks(file: Blob, newline: '\n' | '\r'): AsyncGenerator<TextChunk> {
  const end = newline.charCodeAt(0);
  // Chunks are decoded separately. The byte order mark is kept: the header validation accepts it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const { bytes, start } of lineBlocks(file, end)) {
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      const line = bytes.indexOf(end, from + CHUNK_BYTES);
      to = line === -1 ? bytes.length : line + 1;
      const text = decoder.decode(bytes.subarray(from, to));
      const problem = textProblem(text);
      if (problem !== null) throw new UnreadableFileError(problem);
      yield { text, start: start + from, end: start + to };
    }
  }
}

/** Yields blocks of bytes that end with a line, and reads one block ahead. */
async function* lineBlocks(file: Blob, end: number): AsyncGenerator<{ bytes: Uint8Array; start: number }> {
  let next = lineBlock(file, 0, end);
  for (let start = 0; start < file.size;) {
    const bytes = await next;
    const following = start + bytes.length;
    if (following < file.size) {
      next = lineBlock(file, following, end);
      // Avoids an unhandled rejection if the caller stops early; otherwise the error is thrown by `await next`.
      next.catch(() => undefined);
    }
    yield { bytes, start };
    start = following;
  }
}

/** Reads a block. It grows up to `MAX_LINE_BYTES` until it contains a line end. */
async function lineBlock(file: Blob, start: number, end: number): Promise<Uint8Array> {
  for (let wanted = BLOCK_BYTES; ; wanted *= 2) {
    const bytes = new Uint8Array(await file.slice(start, start + wanted).arrayBuffer());
    const length = bytes.lastIndexOf(end) + 1;
    if (start + bytes.length >= file.size || (length === 0 && wanted >= MAX_LINE_BYTES)) return bytes;
    if (length > 0) return bytes.subarray(0, length);
  }
}
