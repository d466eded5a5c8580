import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { checkedText, decoderOf, type FileLayout } from '#shared/contacts/file-layout.ts';

/** Bytes per read: each read is a round trip to another process. */
const BLOCK_BYTES = 1024 * 1024;
/** Bytes per chunk: small, so that its records are collected by a minor garbage collection. */
const CHUNK_BYTES = 64 * 1024;
/** A line longer than this is split into several chunks. */
const MAX_LINE_BYTES = 4 * BLOCK_BYTES;

/** The part of a file that contains some records: it starts `skip` characters after the offset `byte`. */
export interface RecordRange {
  byte: number;
  skip: number;
  /** The byte offset of the end. */
  end: number;
}

/**
 * Parses a file in chunks and passes the records to `onRecord`. Yields the range of the records after each chunk; a
 * record that spans two chunks belongs to the second. Throws `MalformedCsvError` and `UnreadableTextError`.
 */
export async function* readRecords(
  file: Blob,
  layout: FileLayout,
  onRecord: TakeRecord,
): AsyncGenerator<RecordRange> {
  const reader = new CsvReader(layout.newline, layout.delimiter);
  let begin = { byte: 0, skip: 0 };
  for await (const { text, start, end } of readTextChunks(file, layout)) {
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

/** Reads a file as text in chunks, split at line ends. */
async function* readTextChunks(file: Blob, layout: FileLayout): AsyncGenerator<TextChunk> {
  const ends = lineEndsOf(layout);
  // Chunks are decoded separately.
  const decoder = decoderOf(layout.encoding);
  for await (const { bytes, start } of lineBlocks(file, layout.start, ends)) {
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      to = ends.next(bytes, from + CHUNK_BYTES);
      const text = checkedText(decoder.decode(bytes.subarray(from, to)), layout.encoding);
      yield { text, start: start + from, end: start + to };
    }
  }
}

/** Finds line ends in bytes that begin at a character. Offsets are in bytes. */
interface LineEnds {
  /** Returns the offset after the first line end at or after `from`; the end of the bytes without one. */
  next(bytes: Uint8Array<ArrayBuffer>, from: number): number;
  /** Returns the offset after the last line end; 0 without one. */
  last(bytes: Uint8Array<ArrayBuffer>): number;
}

function lineEndsOf({ encoding, newline }: FileLayout): LineEnds {
  const code = newline.charCodeAt(0);
  // No other character of UTF-8 or Windows-1252 contains the byte.
  if (encoding === 'utf-8' || encoding === 'windows-1252') {
    return {
      next: (bytes, from) => bytes.indexOf(code, from) + 1 || bytes.length,
      last: (bytes) => bytes.lastIndexOf(code) + 1,
    };
  }
  // Array elements have the least significant byte first.
  const unit = encoding === 'utf-16le' ? code : code << 8;
  const units = (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return {
    next: (bytes, from) => (units(bytes).indexOf(unit, from >> 1) + 1) * 2 || bytes.length,
    last: (bytes) => (units(bytes).lastIndexOf(unit) + 1) * 2,
  };
}

interface LineBlock {
  bytes: Uint8Array<ArrayBuffer>;
  start: number;
}

/** Yields blocks of bytes from `first` that end with a line, and reads one block ahead. */
async function* lineBlocks(file: Blob, first: number, ends: LineEnds): AsyncGenerator<LineBlock> {
  let next = lineBlock(file, first, ends);
  for (let start = first; start < file.size;) {
    const bytes = await next;
    const following = start + bytes.length;
    if (following < file.size) {
      next = lineBlock(file, following, ends);
      // Avoids an unhandled rejection if the caller stops early; otherwise the error is thrown by `await next`.
      next.catch(() => undefined);
    }
    yield { bytes, start };
    start = following;
  }
}

/** Reads a block. It grows up to `MAX_LINE_BYTES` until it contains a line end. */
async function lineBlock(file: Blob, start: number, ends: LineEnds): Promise<Uint8Array<ArrayBuffer>> {
  for (let wanted = BLOCK_BYTES; ; wanted *= 2) {
    const bytes = new Uint8Array(await file.slice(start, start + wanted).arrayBuffer());
    const length = ends.last(bytes);
    if (start + bytes.length >= file.size || (length === 0 && wanted >= MAX_LINE_BYTES)) return bytes;
    if (length > 0) return bytes.subarray(0, length);
  }
}
