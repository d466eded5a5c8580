import { FILE_HEAD_BYTES, MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { UnreadableTextError, type TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import {
  layoutOf,
  mayBeOther,
  readLayout,
  type FileLayout,
  type LayoutReading,
} from '#shared/contacts/file-layout.ts';
import {
  addedRecords,
  AS_WRITTEN,
  columnName,
  hasOnePhone,
  mappingProblem,
  type ColumnMapping,
  type FileReading,
} from '#shared/contacts/columns/column-mapping.ts';
import { matchRecords } from '#shared/contacts/columns/match-records.ts';
import { ownPlaceholders } from '#shared/messages/message-template.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { createWidthCheck } from '#shared/contacts/row-width.ts';
import { createContactPages } from './contact-pages.ts';
import { readFileHeader } from './file-header.ts';
import {
  createFileSummary,
  type ContactFileOutcome,
  type FileRow,
  type FileSummary,
} from './file-summary.ts';
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
  if (file.size > MAX_CSV_BYTES) return unreadable('The file is larger than 256 MB.');
  const readAs = async (reading: LayoutReading): Promise<ReadContactFile> =>
    reading.ok ? readInLayout(file, reading.layout, as, onProgress) : unreadable(reading.problem);
  const isNamed = as.encoding !== undefined;
  const first = as.encoding === undefined ? readLayout(head) : layoutOf(as.encoding, head);
  try {
    return await readAs(first);
  } catch (error) {
    if (!(error instanceof UnreadableTextError)) throw error;
    if (!first.ok || isNamed || error.isBinary || !mayBeOther(first.layout, head))
      return unreadable(error.message);
    const found = await findEncoding(file, first.layout);
    if (typeof found !== 'string') return { ...unreadable(''), outcome: found };
    return readAs(layoutOf(found, head)).catch((again: unknown) => {
      if (!(again instanceof UnreadableTextError)) throw again;
      return unreadable(again.message);
    });
  }
}

/** Returns the encoding of a file that is not Unicode, or what is to be asked or said about it. */
async function findEncoding(
  file: Blob,
  { delimiter, start }: FileLayout,
): Promise<TextEncoding | ContactFileOutcome> {
  // Loaded for such files alone.
  const { detectEncoding, encodingProblem } = await import('#shared/contacts/encodings/detect-encoding.ts');
  const { createTextSample } = await import('#shared/contacts/encodings/text-sample.ts');
  const sample = createTextSample(delimiter);
  const stream = file.slice(start).stream().getReader();
  for (let part = await stream.read(); !part.done && !sample.isFull; part = await stream.read())
    sample.add(part.value);
  await stream.cancel();
  const reading = detectEncoding(sample.cells());
  if (reading.isCertain) return reading.encoding;
  const [likeliest] = reading.choices;
  if (likeliest === undefined) return { kind: 'unreadable', message: encodingProblem([]) };
  return { kind: 'encoding', choices: reading.choices };
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
  { mapping, skipsInvalid, encoding }: FileReading,
  onProgress: (bytes: number) => void,
): Promise<ReadContactFile> {
  const header = await readFileHeader(file, layout, mapping?.headerRow ?? null);
  if (mapping !== null && mappingProblem(mapping, header.names) !== null) {
    const errors = createErrorTable([{ line: 1, message: 'Invalid headers' }]);
    return { ...unreadable(''), outcome: { kind: 'header', errors, header } };
  }
  const lastNameOptional = mapping?.lastNameOptional ?? false;
  const names = mapping === null ? [] : header.names;
  const read = await checkRecords(
    file,
    layout,
    { mapping, lastNameOptional, names, leavesOutInvalid: skipsInvalid },
    onProgress,
  );
  const { outcome } = read;
  const skips = outcome.kind === 'data' && outcome.canSkip && skipsInvalid;
  // A server cannot know which encoding somebody has chosen: it gets UTF-8.
  const isWritten = mapping !== null || encoding !== undefined;
  if (!skips && (!isWritten || outcome.kind !== 'ready')) {
    const found = { header, matched: null, skipped: null };
    return { ...read, outcome: outcome.kind === 'unreadable' ? outcome : { ...outcome, ...found } };
  }
  const errors = skips ? outcome.errors : null;
  const { contacts, skipped } = await writeContacts(file, layout, { mapping, errors });
  // What is sent is read again: previews and statistics are of the contacts that remain.
  const sent = await checkRecords(
    contacts,
    WRITTEN_LAYOUT,
    { mapping: null, lastNameOptional, names: [], leavesOutInvalid: false },
    () => undefined,
  );
  if (sent.outcome.kind !== 'ready') throw new Error('The written contacts are not valid');
  // Matched files are written without the columns that have no heading.
  const leftOut = mapping === null ? [] : read.warnings.filter(({ code }) => code === 'unnamed_column');
  const summary = { ...sent.outcome.summary, warnings: [...sent.outcome.summary.warnings, ...leftOut] };
  return {
    outcome: { ...sent.outcome, summary, header, matched: contacts, skipped },
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

type CheckedRecords = Omit<ReadContactFile, 'outcome'> &
  Pick<FileSummary, 'warnings'> & { outcome: ReturnType<FileSummary['outcome']> };

interface CheckedAs extends Pick<ColumnMapping, 'lastNameOptional'> {
  mapping: ColumnMapping | null;
  /** The headers by which the columns are matched. */
  names: readonly string[];
  leavesOutInvalid: boolean;
}

/** Validates the records of a file, matched by a mapping if there is one. */
async function checkRecords(
  file: Blob,
  layout: FileLayout,
  { mapping, lastNameOptional, names, leavesOutInvalid }: CheckedAs,
  onProgress: (bytes: number) => void,
): Promise<CheckedRecords> {
  const row: FileRow = { problem: null, damaged: null, leftOut: '' };
  const anyPhoneForm = mapping !== null;
  const onePhone = mapping !== null && hasOnePhone(mapping);
  const added = addedRecords(mapping);
  const summary = createFileSummary(
    { own: 'all', lastNameOptional, anyPhoneForm, onePhone, added, leavesOutInvalid },
    () => row,
  );
  const pages = createContactPages(file, layout);
  const matched = mapping === null ? summary.addRecord : matchRecords(mapping, summary.addRecord);
  const width = createWidthCheck(layout.delimiter, mapping?.positions);
  if (added > 0) width.header(names.map(columnName));
  const take: TakeRecord = (record) => {
    if (added === 0 && summary.records === 0 && !record.isBlank) width.header(record.cells());
    row.problem = width.problem(record);
    row.leftOut = width.leftOut(record);
    row.damaged = record.mayBeDamaged ? record.cells() : null;
    matched(record);
  };
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
    summary.addMalformedRecord(error);
  }
  return {
    outcome: summary.outcome(),
    warnings: summary.warnings,
    contact: pages.contact,
    async messageErrors(message) {
      const again = createFileSummary({ message, own: ownPlaceholders(message), lastNameOptional });
      for await (const _ of readRecords(file, layout, again.addRecord));
      const found = again.outcome();
      return found.kind === 'data' ? found.errors : createErrorTable([]);
    },
  };
}
