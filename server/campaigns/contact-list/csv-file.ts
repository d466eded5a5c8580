import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { FILE_HEAD_BYTES } from '#shared/contacts/contact-file.ts';
import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import {
  checkedText,
  decoderOf,
  fallbackLayout,
  readLayout,
  UnreadableTextError,
  type FileLayout,
} from '#shared/contacts/file-layout.ts';
import { AppError } from '#server/lib/errors.ts';

/** A spooled CSV file in any layout that `shared/contacts/file-layout.ts` knows. */
export interface CsvFile {
  /**
   * Runs `read` with the layout of the file; again with the next one if the file proves to be of another encoding.
   * Throws `AppError` INVALID_CSV if it is not text.
   */
  attempt<T>(read: (layout: FileLayout) => Promise<T>): Promise<T>;
  /** Returns the layout in which the whole file can be read. Throws like `attempt`. */
  layout(): Promise<FileLayout>;
  /**
   * Reads the file block by block in constant memory, yielding after each block. Calls `take` with every record, header
   * and blank ones included. Throws `UnreadableTextError` if it is not in the layout, `MalformedCsvError` on bad syntax.
   */
  records(layout: FileLayout, take: TakeRecord): AsyncGenerator<void>;
}

/** Bytes read at once. */
const BLOCK_BYTES = 128 * 1024;

/** Returns a file for reading; nothing is opened yet. Reading throws the reason of the signal. */
export function csvFile(path: string, signal?: AbortSignal): CsvFile {
  /** The layout in which the whole file has been read. */
  let proven: FileLayout | undefined;

  async function attempt<T>(read: (layout: FileLayout) => Promise<T>): Promise<T> {
    const head = await readHead(path);
    const reading = readLayout(head);
    if (!reading.ok) throw new AppError('INVALID_CSV', reading.problem);
    const first = proven ?? reading.layout;
    try {
      return await read(first);
    } catch (error) {
      if (!(error instanceof UnreadableTextError)) throw error;
      const other = fallbackLayout(first, head);
      if (other === null) throw new AppError('INVALID_CSV', error.message);
      return await read(other).catch((again: unknown) => {
        throw again instanceof UnreadableTextError ? new AppError('INVALID_CSV', again.message) : again;
      });
    }
  }

  return {
    attempt,
    layout: () =>
      attempt(async (layout) => {
        if (proven === undefined) for await (const _ of texts(path, layout, signal));
        return (proven = layout);
      }),
    async *records(layout, take) {
      const reader = new CsvReader(layout.newline, layout.delimiter);
      for await (const { text, bytes } of texts(path, layout, signal)) {
        reader.read(text, take, isAscii(bytes) && bytes.length === text.length ? bytes : undefined);
        yield;
      }
      proven = layout;
      reader.end('', take);
      yield;
    },
  };
}

/** Yields the text of a file from its first record on, with the bytes that were read for it. */
async function* texts(
  path: string,
  { encoding, start }: FileLayout,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ text: string; bytes: Buffer }> {
  const decoder = decoderOf(encoding);
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES, start });
  for await (const bytes of file as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    yield { text: checkedText(decoder.decode(bytes, { stream: true }), encoding), bytes };
  }
  yield { text: checkedText(decoder.decode(), encoding), bytes: Buffer.alloc(0) };
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FILE_HEAD_BYTES), 0, FILE_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
