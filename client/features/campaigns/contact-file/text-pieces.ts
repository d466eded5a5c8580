import { textProblem } from '#shared/contact-file.ts';

/** How much of a file is read at once: every read is a trip to another process. */
const BLOCK_BYTES = 1024 * 1024;
/** How much text is handed on at once: few enough records that most of them die young. */
const PIECE_BYTES = 64 * 1024;
/** A record that does not end within this many bytes never will: a quotation mark was left open. */
export const MAX_RECORD_BYTES = 4 * BLOCK_BYTES;

/** A part of a file that ends with a line (or with the file), and where its bytes stand. */
export interface TextPiece {
  text: string;
  start: number;
  end: number;
}

/** The file is no text after all; the message says what to do. */
export class UnreadableFileError extends Error {}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The byte that ends the lines of a file, judged by its beginning; lone carriage returns are an old Mac's. */
export function lineEnd(head: Uint8Array): number {
  return head.includes(CARRIAGE_RETURN) && !head.includes(LINE_FEED) ? CARRIAGE_RETURN : LINE_FEED;
}

/**
 * Reads a file as text, piece by piece. Cutting at line ends, which no UTF-8 letter contains, keeps every letter
 * whole; papaparse's own file reader cuts anywhere and loses the letters at its seams. Throws `UnreadableFileError`.
 */
export async function* textPieces(file: Blob, end: number): AsyncGenerator<TextPiece> {
  // Each piece is decoded by itself; the byte order mark is left for the header check, which allows it.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const { bytes, start } of lineBlocks(file, end)) {
    for (let from = 0, to = 0; from < bytes.length; from = to) {
      const line = bytes.indexOf(end, from + PIECE_BYTES);
      to = line === -1 ? bytes.length : line + 1;
      const text = decoder.decode(bytes.subarray(from, to));
      const problem = textProblem(text);
      if (problem !== null) throw new UnreadableFileError(problem);
      yield { text, start: start + from, end: start + to };
    }
  }
}

/** Blocks of bytes that end with a line; a line longer than a block makes its block as long as it needs, up to a limit. */
async function* lineBlocks(file: Blob, end: number): AsyncGenerator<{ bytes: Uint8Array; start: number }> {
  let wanted = BLOCK_BYTES;
  for (let start = 0; start < file.size;) {
    const bytes = new Uint8Array(await file.slice(start, start + wanted).arrayBuffer());
    const isLast = start + bytes.length >= file.size;
    const length = isLast ? bytes.length : bytes.lastIndexOf(end) + 1;
    if (length === 0 && wanted < MAX_RECORD_BYTES) {
      wanted *= 2;
      continue;
    }
    const whole = length === 0 ? bytes : bytes.subarray(0, length);
    yield { bytes: whole, start };
    start += whole.length;
    wanted = BLOCK_BYTES;
  }
}
