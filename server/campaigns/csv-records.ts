import { createReadStream } from 'node:fs';
import { parse, type CsvParserStream } from 'fast-csv';
import { fileProblem, textProblem } from '#shared/contact-file.ts';
import { AppError } from '#server/errors.ts';

/** The file stops being CSV: what follows the last record that was given cannot be told apart. */
export class MalformedCsvError extends Error {}

/** How much of a file is read at once. */
const BLOCK_BYTES = 128 * 1024;
/** What is kept of a line, and of a record of several lines, must have a limit; what goes on for longer never ends. */
const MAX_LINE_LENGTH = 4 * 1024 * 1024;
/** Smaller, because the parser begins such a record anew with each block. */
const MAX_UNFINISHED_LENGTH = 512 * 1024;

const NEVER_CLOSED = 'A quotation mark is never closed';

/**
 * The records of a CSV file, header and blank ones included, as many at a time as a block of it holds: memory stays
 * flat, whatever the file is. Throws `AppError` INVALID_CSV for what is no text, and `MalformedCsvError` after the
 * last good record.
 */
export async function* recordBatches(path: string): AsyncGenerator<string[][]> {
  const reader = createReader();
  let unfinished = 0;
  try {
    for await (const text of wholeLines(path)) {
      const { records, problem } = await reader.read(text);
      unfinished = records.length === 0 ? unfinished + text.length : 0;
      if (records.length > 0) yield records;
      if (problem !== undefined) {
        yield await readableRecords(text);
        throw problem;
      }
      if (unfinished > MAX_UNFINISHED_LENGTH) throw new MalformedCsvError(NEVER_CLOSED);
    }
    const { records, problem } = await reader.end();
    yield records;
    if (problem !== undefined) throw problem;
  } finally {
    reader.close();
  }
}

/** The records before the one that cannot be read: the parser gives none of a block that it refuses. */
async function readableRecords(block: string): Promise<string[][]> {
  const reader = createReader();
  const all: string[][] = [];
  for (const line of block.split(/(?<=\n|\r(?!\n))/)) {
    const { records, problem } = await reader.read(line);
    all.push(...records);
    if (problem !== undefined) break;
  }
  reader.close();
  return all;
}

interface Reading {
  records: string[][];
  /** Why the parser stopped; it takes nothing more then. */
  problem: MalformedCsvError | undefined;
}

/** fast-csv as a function: text goes in, the records that are whole by then come out. */
function createReader(): { read(text: string): Promise<Reading>; end(): Promise<Reading>; close(): void } {
  const parser: CsvParserStream<string[], string[]> = parse({ headers: false });
  let records: string[][] = [];
  parser.on('data', (record: string[]) => records.push(record));
  // Whoever wrote the text hears of it.
  parser.on('error', () => undefined);

  async function readingAfter(step: (done: (error?: Error | null) => void) => void): Promise<Reading> {
    const error = await new Promise<Error | undefined>((resolve) => {
      step((failure) => {
        resolve(failure ?? undefined);
      });
    });
    while (parser.read() !== null);
    const reading = { records, problem: error && malformed(error) };
    records = [];
    return reading;
  }

  return {
    read: (text) => readingAfter((done) => parser.write(text, done)),
    end: () => readingAfter((done) => parser.end(done)),
    close: () => parser.destroy(),
  };
}

/** fast-csv names what it could not read; everything else is a fault of ours. */
function malformed(error: Error): MalformedCsvError {
  if (error.message.startsWith('Parse Error: missing closing')) return new MalformedCsvError(NEVER_CLOSED);
  if (error.message.startsWith('Parse Error')) return new MalformedCsvError('A quotation mark is misplaced');
  throw error;
}

/** The text of a file in parts that end with a line; throws for bytes that are no text and for lines without end. */
async function* wholeLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES });
  let isFirst = true;
  let line = '';
  for await (const bytes of file as AsyncIterable<Buffer>) {
    if (isFirst) refuse(fileProblem(bytes));
    isFirst = false;
    const text = decoder.decode(bytes, { stream: true });
    refuse(textProblem(text));
    const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
    if (end > 0) {
      yield line + text.slice(0, end);
      line = text.slice(end);
    } else {
      line += text;
    }
    if (line.length > MAX_LINE_LENGTH) throw new MalformedCsvError('The line is too long');
  }
  if (isFirst) refuse(fileProblem(new Uint8Array()));
  const rest = decoder.decode();
  refuse(textProblem(rest));
  yield line + rest;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new AppError('INVALID_CSV', problem);
}
