import { AS_WRITTEN, type ColumnMapping, type FileReading } from '#shared/contacts/columns/column-mapping.ts';
import type { EncodingChoice } from '#shared/contacts/encodings/detect-encoding.ts';
import type { TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import type { ErrorTable } from './error-table.ts';
import type { FileHeader } from './file-header.ts';
import type { ContactFileOutcome, ContactFileSummary, SkippedRows } from './file-summary.ts';

/** The chosen file, and how it is read. `isRemembered`: its columns were matched as last time. */
interface ChosenFile {
  file: File;
  reading: FileReading;
  isRemembered: boolean;
}

/** A file whose contacts can be used. */
export type ReadyImport = ChosenFile & {
  status: 'ready';
  summary: ContactFileSummary;
  header: FileHeader;
  /** The file for the server: the chosen one, or its contacts with Hark's headers. */
  sent: File;
  skipped: SkippedRows | null;
};

/** The state of a contact file. */
export type FileImport =
  | { status: 'none' }
  | (ChosenFile & { status: 'reading'; bytes: number })
  | (ChosenFile & {
      status: 'rejected';
      message: string;
      errors: ErrorTable | null;
      /** Null if the file has none that can be read. */
      header: FileHeader | null;
      canSkip: boolean;
      /** How its text can be read, if that is not certain. */
      encodings: readonly EncodingChoice[] | null;
    })
  | ReadyImport;

/** What is wrong with a file: its headers, its rows, its encoding that is not certain, or the file itself. */
export type ImportModal =
  | { kind: 'header'; errors: ErrorTable; header: FileHeader }
  | { kind: 'data'; errors: ErrorTable; canSkip: boolean }
  | { kind: 'encoding'; choices: readonly EncodingChoice[] }
  | { kind: 'field'; message: string };

export interface ImportState {
  upload: FileImport;
  modal: ImportModal | null;
  /** The columns of the file are being matched to Hark's. */
  isMatching: boolean;
}

export type ImportAction =
  | { type: 'fileChosen'; file: File }
  | { type: 'fileProgressed'; bytes: number }
  | { type: 'fileRead'; outcome: ContactFileOutcome }
  | { type: 'fileRemoved' }
  | { type: 'matchingOpened' }
  | { type: 'matchingClosed' }
  | { type: 'columnsMatched'; mapping: ColumnMapping | null; isRemembered: boolean }
  /** The rows with errors are left out. */
  | { type: 'rowsSkipped' }
  | { type: 'encodingChosen'; encoding: TextEncoding }
  | { type: 'modalOpened'; modal: ImportModal }
  | { type: 'modalClosed' };

export const NO_IMPORT: ImportState = { upload: { status: 'none' }, modal: null, isMatching: false };

export const INVALID_HEADERS = 'Invalid CSV headers. Please use sample.';
export const WRONG_FILE = 'Please upload a valid CSV file';

/** The reducer of an import by itself. */
export function importReducer(state: ImportState, action: ImportAction): ImportState {
  return { ...state, ...importChange(state.upload, action) };
}

/** Returns what an action changes of an import, which may be a part of a larger state. */
export function importChange(upload: FileImport, action: ImportAction): Partial<ImportState> {
  switch (action.type) {
    case 'fileChosen':
      return readIn(action.file, AS_WRITTEN, false);
    case 'fileProgressed':
      return upload.status === 'reading' ? { upload: { ...upload, bytes: action.bytes } } : {};
    case 'fileRead':
      return fileRead(upload, action.outcome);
    case 'fileRemoved':
      return { upload: { status: 'none' }, isMatching: false };
    case 'matchingOpened':
      return { isMatching: true, modal: null };
    case 'matchingClosed':
      return { isMatching: false };
    case 'columnsMatched':
      return readAgain(upload, { mapping: action.mapping }, action.isRemembered);
    case 'encodingChosen':
      return readAgain(upload, { encoding: action.encoding });
    case 'rowsSkipped':
      return readAgain(upload, { skipsInvalid: true });
    case 'modalOpened':
      return { modal: action.modal };
    case 'modalClosed':
      return { modal: null };
  }
}

/** Returns a file that is being read. */
export function readingOf(file: File, reading: FileReading, isRemembered: boolean): FileImport {
  return { status: 'reading', file, reading, isRemembered, bytes: 0 };
}

function readIn(file: File, reading: FileReading, isRemembered: boolean): ImportState {
  return { upload: readingOf(file, reading, isRemembered), modal: null, isMatching: false };
}

/** Reads the chosen file again in another way. */
function readAgain(
  upload: FileImport,
  change: Partial<FileReading>,
  isRemembered?: boolean,
): Partial<ImportState> {
  if (upload.status === 'none') return {};
  return readIn(upload.file, { ...upload.reading, ...change }, isRemembered ?? upload.isRemembered);
}

/** Applies the result of reading the file. An invalid file opens its modal. */
function fileRead(upload: FileImport, outcome: ContactFileOutcome): Partial<ImportState> {
  if (upload.status !== 'reading' && upload.status !== 'ready') return {};
  // A valid file can become unreadable later, if it was changed or moved. Other outcomes are ignored.
  if (upload.status === 'ready' && outcome.kind !== 'unreadable') return {};
  const { file, reading, isRemembered } = upload;
  const chosen = { file, reading, isRemembered };
  const nothingRead = { errors: null, header: null, canSkip: false, encodings: null };
  const rejected = { ...chosen, ...nothingRead, status: 'rejected' } as const;
  switch (outcome.kind) {
    case 'ready': {
      const { summary, header, matched, skipped } = outcome;
      const sent = matched === null ? file : new File([matched], file.name, { type: 'text/csv' });
      return { upload: { ...chosen, status: 'ready', summary, header, sent, skipped } };
    }
    case 'header': {
      const { errors, header } = outcome;
      return {
        upload: { ...rejected, message: INVALID_HEADERS, errors, header },
        modal: { kind: 'header', errors, header },
      };
    }
    case 'data': {
      const { errors, header, canSkip } = outcome;
      return {
        upload: { ...rejected, message: 'Some rows have errors.', errors, header, canSkip },
        modal: { kind: 'data', errors, canSkip },
      };
    }
    case 'encoding': {
      const { choices } = outcome;
      const message = 'Its letters can be read in several ways.';
      return {
        upload: { ...rejected, message, encodings: choices },
        modal: { kind: 'encoding', choices },
      };
    }
    case 'unreadable':
      return {
        upload: { ...rejected, message: outcome.message },
        modal: { kind: 'field', message: outcome.message },
      };
  }
}
