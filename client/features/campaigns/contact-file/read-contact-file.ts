import { FILE_HEAD_BYTES, MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import {
  fallbackLayout,
  readLayout,
  UnreadableTextError,
  type FileLayout,
  type LayoutReading,
} from '#shared/contacts/file-layout.ts';
import { mappingProblem, matchRecords, type ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';
import { ownPlaceholders } from '#shared/messages/message-template.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import { createContactPages } from './contact-pages.ts';
import { AS_WRITTEN, type FileReading } from '#shared/contacts/columns/column-mapping.ts';
import { readFileHeader } from './file-header.ts';
import { createFileSummary, type ContactFileOutcome, type FileSummary } from './file-summary.ts';
import { createErrorTable, type ErrorTable } from './error-table.ts';
import { readRecords } from './records.ts';
import { WRITTEN_LAYOUT, writeContacts } from './write-contacts.ts';

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
  as: FileReading = AS_WRITTEN,
): Promise<ReadContactFile> {
  const head = new Uint8Array(await file.slice(0, FILE_HEAD_BYTES).arrayBuffer());
  const reading: LayoutReading =
    file.size > MAX_CSV_BYTES ? { ok: false, problem: 'The file is larger than 256 MB.' } : readLayout(head);
  if (!reading.ok) return unreadable(reading.problem);
  try {
    return await readInLayout(file, reading.layout, as, onProgress);
  } catch (error) {
    if (!(error instanceof UnreadableTextError)) throw error;
    const other = fallbackLayout(reading.layout, head);
    if (other === null) return unreadable(error.message);
    return readInLayout(file, other, as, onProgress).catch((again: unknown) => {
      if (!(again instanceof UnreadableTextError)) throw again;
      return unreadable(again.message);
    });
  }
}

function unreadable(message: string): ReadContactFile {
  return {
    outcome: { kind: 'unreadable', message },
    contact: () => Promise.resolve(null),
    messageErrors: () => Promise.resolve(createErrorTable([])),
  };
}

/** Throws `UnreadableTextError` if the file is not text in the encoding of the layout. */
async function readInLayout(
  file: Blob,
  layout: FileLayout,
  { mapping, skipsInvalid }: FileReading,
  onProgress: (bytes: number) => void,
): Promise<ReadContactFile> {
  const header = await readFileHeader(file, layout);
  if (mapping !== null && mappingProblem(mapping, header.names) !== null) {
    const errors = createErrorTable([{ line: 1, message: 'Invalid headers' }]);
    return { ...unreadable(''), outcome: { kind: 'header', errors, header } };
  }
  const read = await checkRecords(file, layout, mapping, onProgress);
  const { outcome } = read;
  const skips = outcome.kind === 'data' && outcome.canSkip && skipsInvalid;
  if (!skips && (mapping === null || outcome.kind !== 'ready')) {
    const found = { header, matched: null, skipped: null };
    return { ...read, outcome: outcome.kind === 'unreadable' ? outcome : { ...outcome, ...found } };
  }
  const errors = skips ? outcome.errors : null;
  const { contacts, skipped } = await writeContacts(file, layout, { mapping, errors });
  // What is sent is read again: previews and statistics are of the contacts that remain.
  const sent = await checkRecords(contacts, WRITTEN_LAYOUT, null, () => undefined);
  if (sent.outcome.kind !== 'ready') throw new Error('The written contacts are not valid');
  return {
    outcome: { ...sent.outcome, header, matched: contacts, skipped },
    contact: sent.contact,
    messageErrors: async (message) => inFile(await sent.messageErrors(message), errors),
  };
}

/** Returns errors of the written contacts with the lines of the chosen file, where rows were left out. */
function inFile(errors: ErrorTable, skipped: ErrorTable | null): ErrorTable {
  if (skipped === null) return errors;
  const lines = new Set(skipped.lines);
  let before = 0;
  let line = 1;
  const lineOf = (written: number) => {
    while (line - before < written) {
      line += 1;
      if (lines.has(line)) before += 1;
    }
    return line;
  };
  return { ...errors, lines: errors.lines.map(lineOf), rows: new Uint32Array(errors.lines.length) };
}

type CheckedRecords = Omit<ReadContactFile, 'outcome'> & { outcome: ReturnType<FileSummary['outcome']> };

/** Validates the records of a file, matched by a mapping if there is one. */
async function checkRecords(
  file: Blob,
  layout: FileLayout,
  mapping: ColumnMapping | null,
  onProgress: (bytes: number) => void,
): Promise<CheckedRecords> {
  const summary = createFileSummary({ own: 'all', anyPhoneForm: mapping !== null });
  const pages = createContactPages(file, layout);
  const take = mapping === null ? summary.addRecord : matchRecords(mapping, summary.addRecord);
  let recordsBefore = 0;
  try {
    for await (const range of readRecords(file, layout, take)) {
      pages.add(range, recordsBefore);
      if (recordsBefore === 0) summary.expect((summary.records * file.size) / range.end);
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
    messageErrors: (message) => findMessageErrors(file, layout, message),
  };
}

/** Reads the file again and validates the message for each contact. */
async function findMessageErrors(file: Blob, layout: FileLayout, message: string): Promise<ErrorTable> {
  const summary = createFileSummary({ message, own: ownPlaceholders(message) });
  for await (const _ of readRecords(file, layout, summary.addRecord));
  const outcome = summary.outcome();
  return outcome.kind === 'data' ? outcome.errors : createErrorTable([]);
}
