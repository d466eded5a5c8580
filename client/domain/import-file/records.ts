import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { createTextReader } from '#shared/contacts/encodings/text-encoding.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';

/** Bytes per chunk: small, so that its records are collected by a minor garbage collection. */
const CHUNK_BYTES = 64 * 1024;
/** A line longer than this is split into several chunks. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_CHARACTER_BYTES = 4;

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
  for await (const { text, bytes, start, end } of readTextChunks(file, layout)) {
    const before = reader.restLength;
    if (before === 0) begin = { byte: start, skip: 0 };
    if (end === file.size) reader.end(text, onRecord, bytes);
    else reader.read(text, onRecord, bytes);
    yield { ...begin, end };
    const read = before + text.length - reader.restLength;
    begin = read < before ? { ...begin, skip: begin.skip + read } : { byte: start, skip: read - before };
  }
}

/** A part of a file that ends with a line or with the file, and its byte offsets. */
interface TextChunk {
  text: string;
  /** Its bytes, if each is one ASCII character. */
  bytes: Uint8Array | undefined;
  start: number;
  end: number;
}

/** Reads a file as text in chunks, split at line ends. */
async function* readTextChunks(file: Blob, layout: FileLayout): AsyncGenerator<TextChunk> {
  const ends = lineEndsOf(layout);
  // Chunks are decoded separately.
  const reader = createTextReader(layout.encoding);
  for await (const { bytes, start } of lineBlocks(file, layout.start, ends)) {
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      to = ends.next(bytes, from + CHUNK_BYTES);
      const part = bytes.subarray(from, to);
      const text = reader.read(part);
      // Every other character of UTF-8 has more bytes than it has places in a string.
      const isAscii = layout.encoding === 'utf-8' && text.length === part.length;
      yield { text, bytes: isAscii ? part : undefined, start: start + from, end: start + to };
    }
  }
}

/** Finds line ends in bytes that begin at a character. Offsets are in bytes. */
interface LineEnds {
  /** Returns the offset after the first line end at or after `from`; the end of the bytes without one. */
  next(bytes: Uint8Array<ArrayBuffer>, from: number): number;
  /** Returns the offset after the last line end; 0 if there is none from `from` on. */
  last(bytes: Uint8Array<ArrayBuffer>, from: number): number;
  /** Whether a character begins at an offset. */
  isBegin(bytes: Uint8Array<ArrayBuffer>, at: number): boolean;
}

/** The high byte of the second half of a character, without the bits that differ. */
const LOW_SURROGATE = 0xdc;

function lineEndsOf({ encoding, newline }: FileLayout): LineEnds {
  const code = newline.charCodeAt(0);
  // No other character contains the byte, in any encoding but UTF-16.
  if (encoding !== 'utf-16le' && encoding !== 'utf-16be') {
    return {
      next: (bytes, from) => bytes.indexOf(code, from) + 1 || bytes.length,
      last: (bytes, from) => lastAfter(bytes.subarray(from).lastIndexOf(code), from),
      isBegin: (bytes, at) => encoding !== 'utf-8' || ((bytes[at] ?? 0) & 0xc0) !== 0x80,
    };
  }
  // Array elements have the least significant byte first.
  const unit = encoding === 'utf-16le' ? code : code << 8;
  const highByte = encoding === 'utf-16le' ? 1 : 0;
  const units = (bytes: Uint8Array<ArrayBuffer>) =>
    new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  return {
    next: (bytes, from) => (units(bytes).indexOf(unit, from >> 1) + 1) * 2 || bytes.length,
    last: (bytes, from) =>
      lastAfter(
        units(bytes)
          .subarray(from >> 1)
          .lastIndexOf(unit),
        from >> 1,
      ) * 2,
    isBegin: (bytes, at) => at % 2 === 0 && ((bytes[at + highByte] ?? 0) & 0xfc) !== LOW_SURROGATE,
  };
}

/** Returns the offset after an index that counts from `from`; 0 for none. */
function lastAfter(index: number, from: number): number {
  return index === -1 ? 0 : from + index + 1;
}

interface LineBlock {
  bytes: Uint8Array<ArrayBuffer>;
  start: number;
}

/**
 * Yields blocks of bytes from `first` that end with a line, with the file or after about `MAX_LINE_BYTES` of one line. The bytes of
 * a block are valid until the next one.
 */
async function* lineBlocks(file: Blob, first: number, ends: LineEnds): AsyncGenerator<LineBlock> {
  // Slices would each be a round trip to another process; the browser reads a stream ahead.
  const reader = file.slice(first).stream().getReader();
  // Used again for every block: memory that is new to the process costs as much as parsing.
  let buffer = new Uint8Array();
  let rest = 0;
  let start = first;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      buffer = withRoom(buffer, rest + part.value.length);
      buffer.set(part.value, rest);
      const bytes = buffer.subarray(0, rest + part.value.length);
      const isLast = start + bytes.length >= file.size;
      // What was left of the part before has no line end.
      const length = isLast ? bytes.length : ends.last(bytes, rest) || withinLine(bytes, ends);
      if (length > 0) yield { bytes: bytes.subarray(0, length), start };
      start += length;
      buffer.copyWithin(0, length, bytes.length);
      rest = bytes.length - length;
    }
  } finally {
    await reader.cancel();
  }
}

/** Returns how much of an unfinished line is a block: whole characters. */
function withinLine(bytes: Uint8Array<ArrayBuffer>, { isBegin }: LineEnds): number {
  if (bytes.length <= MAX_LINE_BYTES) return 0;
  for (let at = MAX_LINE_BYTES; at > MAX_LINE_BYTES - MAX_CHARACTER_BYTES; at--)
    if (isBegin(bytes, at)) return at;
  return MAX_LINE_BYTES;
}

/** Returns the buffer, or a longer one with the same bytes. */
function withRoom(buffer: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= buffer.length) return buffer;
  const longer = new Uint8Array(length * 2);
  longer.set(buffer);
  return longer;
}
