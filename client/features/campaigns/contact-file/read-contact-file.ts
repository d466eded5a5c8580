import { FILE_HEAD_BYTES, fileProblem, MAX_CSV_BYTES, newlineOf } from '#shared/contacts/contact-file.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { MalformedCsvError } from '#shared/contacts/csv-reader.ts';
import { createContactPages } from './contact-pages.ts';
import { createFileSummary, type ContactFileOutcome } from './file-summary.ts';
import { createErrorTable, type ErrorTable } from './error-table.ts';
import { readRecords, UnreadableFileError } from './records.ts';

/** A contact file after its first read. Single contacts are read from the file on demand. */
export interface ReadContactFile {
  outcome: ContactFileOutcome;
  /** Reads the contact at an index. Resolves to null beyond the end and for an invalid file. */
  contact(index: number): Promise<Contact | null>;
  /** Finds the lines of a valid file for which a message is empty or too long. */
  messageErrors(message: string): Promise<ErrorTable>;
}

/**
 * Validates a contact file by the shared rules. Only statistics, errors and the range of each page of records are kept,
 * so memory use does not depend on the number of contacts. `onProgress` receives the number of bytes read.
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
  const summary = createFileSummary();
  const pages = createContactPages(file, newline);
  let recordsBefore = 0;
  try {
    for await (const range of readRecords(file, newline, summary.addRecord)) {
      pages.add(range, recordsBefore);
      recordsBefore = summary.records;
      onProgress(range.end);
      if (summary.isHeaderInvalid) break;
    }
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    summary.addMalformedRecord(error.message);
  }
  return {
    outcome: summary.outcome(),
    contact: pages.contact,
    messageErrors: (message) => findMessageErrors(file, newline, message),
  };
}

/** Reads the file again and validates the message for each contact. */
async function findMessageErrors(file: Blob, newline: '\n' | '\r', message: string): Promise<ErrorTable> {
  const summary = createFileSummary({ message });
  for await (const _ of readRecords(file, newline, summary.addRecord));
  const outcome = summary.outcome();
  return outcome.kind === 'data' ? outcome.errors : createErrorTable([]);
}
