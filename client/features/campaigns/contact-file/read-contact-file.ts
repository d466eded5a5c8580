import { FILE_HEAD_BYTES, fileProblem, MAX_CSV_BYTES, newlineOf } from '#shared/contacts/contact-file.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { MalformedCsvError } from '#shared/contacts/csv-reader.ts';
import { createContactPages } from './contact-pages.ts';
import { createFileSummary, type ContactFileOutcome } from './file-summary.ts';
import { createErrorTable, type ErrorTable } from './error-table.ts';
import { readRecords } from './records.ts';
import { readTextChunks, UnreadableFileError } from './text-chunks.ts';

/** A contact file that was read once and whose contacts can be looked at one by one. */
export interface ReadContactFile {
  outcome: ContactFileOutcome;
  /** The contact at an index; null beyond the end, and where the file was not usable. */
  contact(index: number): Promise<Contact | null>;
  /** The contacts of a good list that cannot be given a message, by their lines. */
  messageErrors(message: string): Promise<ErrorTable>;
}

/**
 * Reads a contact file whole by the shared rules, keeping counts, errors and the place of each page of records:
 * memory stays flat however long the list is. `onProgress` hears how many bytes are done.
 */
export async function readContactFile(
  file: Blob,
  onProgress: (bytes: number) => void,
): Promise<ReadContactFile> {
  try {
    return await readValidFile(file, onProgress);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return {
      outcome: { kind: 'unreadable', message: error.message },
      contact: () => Promise.resolve(null),
      messageErrors: () => Promise.resolve(createErrorTable([])),
    };
  }
}

async function readValidFile(file: Blob, onProgress: (bytes: number) => void): Promise<ReadContactFile> {
  const head = new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer());
  const problem = file.size > MAX_CSV_BYTES ? 'The file is larger than 256 MB.' : fileProblem(head);
  if (problem !== null) throw new UnreadableFileError(problem);

  const newline = newlineOf(head);
  const tally = createFileSummary();
  const pages = createContactPages(file, newline);
  let recordsBefore = 0;
  try {
    for await (const place of readRecords(
      readTextChunks(file, newline),
      file.size,
      newline,
      tally.addRecord,
    )) {
      pages.add(place, recordsBefore);
      recordsBefore = tally.records;
      onProgress(place.end);
      if (tally.isHeaderUnusable) break;
    }
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    tally.addMalformedRecord(error.message);
  }
  return {
    outcome: tally.outcome(),
    contact: pages.contact,
    messageErrors: (message) => findMessageErrors(file, newline, message),
  };
}

/** Reads the list once more, with the message. */
async function findMessageErrors(file: Blob, newline: '\n' | '\r', message: string): Promise<ErrorTable> {
  const tally = createFileSummary({ message });
  const places = readRecords(readTextChunks(file, newline), file.size, newline, tally.addRecord);
  for await (const _ of places);
  const outcome = tally.outcome();
  return outcome.kind === 'data' ? outcome.errors : createErrorTable([]);
}
