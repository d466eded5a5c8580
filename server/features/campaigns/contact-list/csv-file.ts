import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { FILE_HEAD_BYTES } from '#shared/contacts/contact-file.ts';
import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { detectEncoding, encodingProblem } from '#shared/contacts/encodings/detect-encoding.ts';
import {
  createTextReader,
  UnreadableTextError,
  type TextEncoding,
} from '#shared/contacts/encodings/text-encoding.ts';
import { createTextSample } from '#shared/contacts/encodings/text-sample.ts';
import {
  layoutOf,
  mayBeOther,
  readLayout,
  type FileLayout,
  type LayoutReading,
} from '#shared/contacts/file-layout.ts';
import { AppError } from '#server/platform/lib/errors.ts';

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

/** Bytes read from the disk at once. */
const BLOCK_BYTES = 128 * 1024;
/** Bytes parsed before other requests run: 16,000 lines of one character are the most expensive. */
const SLICE_BYTES = 32 * 1024;

/** How a file is read. */
interface CsvFileOptions {
  /** Ends the reading with its reason. */
  signal?: AbortSignal | undefined;
  /** The encoding that the sender names; without it the file tells. */
  encoding?: TextEncoding | undefined;
}

/** Returns a file for reading; nothing is opened yet. */
export function csvFile(path: string, { signal, encoding }: CsvFileOptions = {}): CsvFile {
  /** The layout in which the whole file has been read. */
  let proven: FileLayout | undefined;
  /** The layout of a file that is not UTF-8. */
  let other: FileLayout | undefined;

  async function attempt<T>(read: (layout: FileLayout) => Promise<T>): Promise<T> {
    const head = await readHead(path);
    const first =
      other ?? proven ?? layoutFrom(encoding === undefined ? readLayout(head) : layoutOf(encoding, head));
    try {
      return await read(first);
    } catch (error) {
      if (!(error instanceof UnreadableTextError)) throw error;
      const isOpen = encoding === undefined && !error.isBinary && mayBeOther(first, head);
      if (!isOpen) throw new AppError('INVALID_CSV', error.message);
      const found = await encodingOf(path, first, signal);
      other = layoutFrom(layoutOf(found, head));
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
        const isPlain = layout.encoding === 'utf-8' && bytes.length === text.length && isAscii(bytes);
        reader.read(text, take, isPlain ? bytes : undefined);
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
  const reader = createTextReader(encoding);
  for await (const bytes of slices(path, start, signal)) yield { text: reader.read(bytes, true), bytes };
  yield { text: reader.read(NO_BYTES), bytes: NO_BYTES };
}

const NO_BYTES = Buffer.alloc(0);

/** Yields the bytes of a file; other requests run after each part. Throws the reason of the signal. */
async function* slices(path: string, start: number, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES, start });
  for await (const block of file as AsyncIterable<Buffer>) {
    for (let at = 0; at < block.length; at += SLICE_BYTES) {
      signal?.throwIfAborted();
      yield block.subarray(at, at + SLICE_BYTES);
      // A block that was read ahead arrives without a turn of the event loop.
      await yieldToEventLoop();
    }
  }
}

/** Finds the encoding of a file that is not Unicode. Throws `AppError` INVALID_CSV if it is not certain. */
async function encodingOf(
  path: string,
  { delimiter, start }: FileLayout,
  signal: AbortSignal | undefined,
): Promise<TextEncoding> {
  const sample = createTextSample(delimiter);
  for await (const bytes of slices(path, start, signal)) {
    sample.add(bytes);
    if (sample.isFull) break;
  }
  const reading = detectEncoding(sample.cells());
  if (!reading.isCertain) throw new AppError('INVALID_CSV', encodingProblem(reading.choices));
  return reading.encoding;
}

function layoutFrom(reading: LayoutReading): FileLayout {
  if (!reading.ok) throw new AppError('INVALID_CSV', reading.problem);
  return reading.layout;
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
