import { createReadStream } from 'node:fs';
import { FILE_HEAD_BYTES, fileProblem, newlineOf, textProblem } from '#shared/contacts/contact-file.ts';
import { CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import { AppError } from '#server/lib/errors.ts';

/** Bytes read at once. */
const BLOCK_BYTES = 128 * 1024;

/**
 * Reads a CSV file block by block in constant memory, yielding after each block. Calls `take` with every record, header
 * and blank ones included. Throws `AppError` INVALID_CSV if the file is not text, `MalformedCsvError` on bad syntax.
 */
export async function* readRecords(path: string, take: TakeRecord): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const file = createReadStream(path, { highWaterMark: BLOCK_BYTES });
  let reader: CsvReader | undefined;
  for await (const bytes of file as AsyncIterable<Buffer>) {
    reader ??= openReader(bytes.subarray(0, FILE_HEAD_BYTES));
    reader.read(checkedText(decoder.decode(bytes, { stream: true })), take);
    yield;
  }
  reader ??= openReader(new Uint8Array());
  reader.end(checkedText(decoder.decode()), take);
  yield;
}

function openReader(head: Uint8Array): CsvReader {
  throwProblem(fileProblem(head));
  return new CsvReader(newlineOf(head));
}

function checkedText(text: string): string {
  throwProblem(textProblem(text));
  return text;
}

function throwProblem(problem: string | null): void {
  if (problem !== null) throw new AppError('INVALID_CSV', problem);
}
