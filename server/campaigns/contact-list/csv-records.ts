import { createReadStream } from 'node:fs';
import { FILE_HEAD_BYTES, fileProblem, newlineOf, textProblem } from '#shared/contacts/contact-file.ts';
import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { AppError } from '#server/lib/errors.ts';

/** How much of a file is read at once. */
const BLOCK_BYTES = 128 * 1024;

/**
 * Reads a CSV file block by block: memory stays flat, whatever the file is. `take` hears its records, header and blank
 * ones included; after each block the caller has its turn. Throws `AppError` INVALID_CSV for what is no text, and
 * `MalformedCsvError` after the last good record.
 */
export async function* readRecords(path: string, take: TakeRecord): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES });
  let reader: CsvReader | undefined;
  for await (const bytes of file as AsyncIterable<Buffer>) {
    reader ??= openReader(bytes.subarray(0, FILE_HEAD_BYTES));
    reader.read(usable(decoder.decode(bytes, { stream: true })), take);
    yield;
  }
  reader ??= openReader(new Uint8Array());
  reader.end(usable(decoder.decode()), take);
  yield;
}

function openReader(head: Uint8Array): CsvReader {
  refuse(fileProblem(head));
  return new CsvReader(newlineOf(head));
}

function usable(text: string): string {
  refuse(textProblem(text));
  return text;
}

function refuse(problem: string | null): void {
  if (problem !== null) throw new AppError('INVALID_CSV', problem);
}
