import { createReadStream } from 'node:fs';
import { ContactCells, PHONE_NUMBER, RECOMMENDED_PHONE } from '#shared/contacts/contact-cells.ts';
import { readHeader } from '#shared/contacts/contact-columns.ts';
import { createContactListChecker, type ContactListCheckerOptions } from '#shared/contacts/contact-list.ts';
import { MalformedCsvError, CsvReader, type TakeRecord } from '#shared/contacts/csv-reader.ts';
import type { CsvRecord } from '#shared/contacts/csv-record.ts';
import { listedNumber } from '#shared/contacts/phone-book.ts';
import type { LineError } from '#shared/error-codes.ts';
import { FILE_HEAD_BYTES, fileProblem, newlineOf, textProblem } from '#shared/contacts/contact-file.ts';
import { AppError } from '#server/lib/errors.ts';
import {
  CONTACT_BATCH,
  invalidList,
  MAX_LISTED_ERRORS,
  newSeed,
  type ContactSource,
} from './contact-source.ts';

/** Returns a source over a spooled CSV file, streamed on each read in constant memory. */
export function contactsOfFile(path: string, digest: string): ContactSource {
  return {
    digest,
    numbers: () =>
      inBatches(path, (cells) => ({
        listed: listedNumber(cells.cell(PHONE_NUMBER)),
        dialled: cells.cell(RECOMMENDED_PHONE),
      })),
    check: (message, known) =>
      checkFile(path, { message, seed: newSeed(), ...(known !== undefined && { known }) }),
    contacts: () => inBatches(path, (cells) => cells.contact()),
  };
}

async function checkFile(path: string, options: ContactListCheckerOptions): Promise<number> {
  const checker = createContactListChecker(options);
  const errors: LineError[] = [];
  let contacts = 0;
  const rows = readRows(path, {
    header(cells) {
      const header = checker.header(cells);
      if (!header.ok) throw invalidList(header.errors);
    },
    row(record, index) {
      contacts = index + 1;
      for (const problem of checker.problems(record, index)) errors.push(problem);
    },
    malformed: (error) => errors.push(error),
  });
  for await (const _ of rows) if (errors.length >= MAX_LISTED_ERRORS) break;
  if (errors.length > 0) throw invalidList(errors);
  return contacts;
}

/** Yields `select` of each row in batches. The list may be unvalidated; it ends at the first syntax error. */
async function* inBatches<T>(path: string, select: (cells: ContactCells) => T): AsyncGenerator<readonly T[]> {
  let cells: ContactCells | undefined;
  let batch: T[] = [];
  const rows = readRows(path, {
    header(names) {
      const header = readHeader(names);
      if (!header.ok) throw invalidList([{ line: 1, message: header.message }]);
      cells = new ContactCells(header.positions);
    },
    row(record) {
      if (cells === undefined) return;
      cells.read(record);
      batch.push(select(cells));
    },
    malformed: () => undefined,
  });
  for await (const _ of rows) {
    let from = 0;
    for (; batch.length - from >= CONTACT_BATCH; from += CONTACT_BATCH)
      yield batch.slice(from, from + CONTACT_BATCH);
    batch = batch.slice(from);
  }
  if (batch.length > 0) yield batch;
}

/** Callbacks for the records of a list. */
interface RowHandlers {
  header(cells: string[]): void;
  /** `index` counts the records below the header from 0, blank ones left out. */
  row(record: CsvRecord, index: number): void;
  /** Called at the first CSV syntax error. */
  malformed(error: LineError): void;
}

/** Reads a file with `handlers`. Throws `AppError` INVALID_CSV if it has no header or is not text. */
async function* readRows(path: string, handlers: RowHandlers): AsyncGenerator<void> {
  let index = -1;
  const take = (record: CsvRecord) => {
    if (record.isBlank) return;
    if (index === -1) handlers.header(record.cells());
    else handlers.row(record, index);
    index += 1;
  };
  try {
    yield* readRecords(path, take);
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    if (index > -1) handlers.malformed({ line: index + 2, message: error.message });
  }
  if (index === -1) throw invalidList([{ line: 1, message: 'Invalid headers' }]);
}

/** Bytes read at once. */
const BLOCK_BYTES = 128 * 1024;

/**
 * Reads a CSV file block by block in constant memory, yielding after each block. Calls `take` with every record, header
 * and blank ones included. Throws `AppError` INVALID_CSV if the file is not text, `MalformedCsvError` on bad syntax.
 */
async function* readRecords(path: string, take: TakeRecord): AsyncGenerator<void> {
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
