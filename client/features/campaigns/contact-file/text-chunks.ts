import { textProblem } from '#shared/contacts/contact-file.ts';

/** How much of a file is read at once: every read is a trip to another process. */
const BLOCK_BYTES = 1024 * 1024;
/** How much text is handed on at once: few enough records that most of them die young. */
const CHUNK_BYTES = 64 * 1024;
/** A line that does not end within this many bytes is handed on in parts. */
const MAX_LINE_BYTES = 4 * BLOCK_BYTES;

/** A part of a file that ends with a line (or with the file), and where its bytes stand. */
export interface TextChunk {
  text: string;
  start: number;
  end: number;
}

/** The file is no text after all; the message says what to do. */
export class UnreadableFileError extends Error {}

/**
 * Reads a file as text, piece by piece. Cutting at line ends, which no UTF-8 letter contains, keeps every letter
 * whole. Throws `UnreadableFileError`.
 */
export async function* readTextChunks(file: Blob, newline: '\n' | '\r'): AsyncGenerator<TextChunk> {
  const end = newline.charCodeAt(0);
  // Each piece is decoded by itself; the byte order mark is left for the header check, which allows it.
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

/** Blocks of bytes that end with a line; the next one is on its way while one is worked on. */
async function* lineBlocks(file: Blob, end: number): AsyncGenerator<{ bytes: Uint8Array; start: number }> {
  let next = lineBlock(file, 0, end);
  for (let start = 0; start < file.size;) {
    const bytes = await next;
    const following = start + bytes.length;
    if (following < file.size) {
      next = lineBlock(file, following, end);
      // Whoever waits for it hears of it; nobody does where the reading ends early.
      next.catch(() => undefined);
    }
    yield { bytes, start };
    start = following;
  }
}

/** A line longer than a block makes its block as long as it needs, up to a limit. */
async function lineBlock(file: Blob, start: number, end: number): Promise<Uint8Array> {
  for (let wanted = BLOCK_BYTES; ; wanted *= 2) {
    const bytes = new Uint8Array(await file.slice(start, start + wanted).arrayBuffer());
    const length = bytes.lastIndexOf(end) + 1;
    if (start + bytes.length >= file.size || (length === 0 && wanted >= MAX_LINE_BYTES)) return bytes;
    if (length > 0) return bytes.subarray(0, length);
  }
}
