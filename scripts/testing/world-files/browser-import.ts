import { AS_WRITTEN, mappingProblem, type FileReading } from '#shared/contacts/columns/column-mapping.ts';
import { CONTACT_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { suggestMapping } from '#shared/contacts/columns/suggest-mapping.ts';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { errorsOf } from '#client/domain/import-file/error-table.ts';
import { cellsBelow, headerRowOf, type FileHeader } from '#client/domain/import-file/file-header.ts';
import {
  importReducer,
  NO_IMPORT,
  type ImportAction,
  type ImportState,
} from '#client/domain/import-file/import-state.ts';
import { readContactFile, type ReadContactFile } from '#client/domain/import-file/read-contact-file.ts';
import { personOf } from './person-text.ts';

/** What a person is asked about a file before its contacts can be used. */
export interface ImportQuestions {
  /** The columns that are proposed for Hark's, by its headers, where those of the file are others. */
  columns?: Record<string, string>;
  /** The row of the headers, where it is not the first. */
  headerRow?: number;
  /** Columns of which one has to be chosen as the number to call. */
  phones?: string[];
  /** What keeps the proposal from being used. */
  missing?: string;
  /** Encodings of which one has to be chosen. */
  encodings?: string[];
}

/** What the browser makes of a file for somebody who accepts what is proposed. */
export interface BrowserImport {
  asked: ImportQuestions;
  /** Errors by line, of rows that are left out where others are valid. */
  errors: string[];
  refusal: string | null;
  warnings: string[];
  people: string[];
  contacts: Contact[];
  /** What is sent to the server, and whether it may have people without a last name. */
  sent: { file: File; lastNameOptional: boolean } | null;
}

/** Reads a file by the state and the reader of the wizard and of Contacts › Upload List, without their screens. */
export async function importInBrowser(file: File): Promise<BrowserImport> {
  const found: BrowserImport = {
    asked: {},
    errors: [],
    refusal: null,
    warnings: [],
    people: [],
    contacts: [],
    sent: null,
  };
  let state = importReducer(NO_IMPORT, { type: 'fileChosen', file });
  for (;;) {
    const read = await readAs(file, readingOf(state));
    state = importReducer(state, { type: 'fileRead', outcome: read.outcome });
    const action = await answer(state, read, found);
    if (action === null) return found;
    state = importReducer(state, action);
  }
}

function readAs(file: File, reading: FileReading): Promise<ReadContactFile> {
  return readContactFile(file, () => undefined, reading);
}

function readingOf({ upload }: ImportState): FileReading {
  return upload.status === 'none' ? AS_WRITTEN : upload.reading;
}

/** Notes what was found; returns what is done next, or null if it is the end. */
async function answer(
  { upload, modal }: ImportState,
  read: ReadContactFile,
  found: BrowserImport,
): Promise<ImportAction | null> {
  if (upload.status === 'ready') {
    const { summary, sent, reading } = upload;
    const all = await Promise.all(Array.from({ length: summary.contacts }, (_, at) => read.contact(at)));
    found.contacts = all.filter((contact) => contact !== null);
    found.people = found.contacts.map(personOf);
    found.warnings = summary.warnings.map(
      ({ code, count, line }) => `${code} ${String(count)} ${String(line)}`,
    );
    found.sent = { file: sent, lastNameOptional: reading.mapping?.lastNameOptional ?? false };
    return null;
  }
  if (modal?.kind === 'header') return matchColumns(modal.header, found);
  if (modal?.kind === 'encoding') found.asked.encodings = modal.choices.map(({ encoding }) => encoding);
  if (modal?.kind === 'field') found.refusal = modal.message;
  if (modal?.kind !== 'data') return null;
  found.errors = [...errorsOf(modal.errors)].map(({ line, message }) => `${String(line)}: ${message}`);
  return modal.canSkip ? { type: 'rowsSkipped' } : null;
}

function matchColumns(header: FileHeader, { asked }: BrowserImport): ImportAction | null {
  const headerRow = headerRowOf(header);
  const { mapping, phones } = suggestMapping(header.names, cellsBelow(header), headerRow);
  const nameOf = (at: number | undefined) => header.names[at ?? -1];
  const matched = CONTACT_COLUMNS.flatMap(({ header: ours }, column) => {
    const name = nameOf(mapping.positions[column]);
    return name === undefined ? [] : [[ours, name] as const];
  });
  asked.columns = Object.fromEntries(matched);
  if (headerRow > 1) asked.headerRow = headerRow;
  if (phones.length > 0) asked.phones = phones.map((at) => nameOf(at) ?? '');
  const missing = mappingProblem(mapping, header.names);
  if (missing !== null) asked.missing = missing;
  return missing === null ? { type: 'columnsMatched', mapping, isRemembered: false } : null;
}
