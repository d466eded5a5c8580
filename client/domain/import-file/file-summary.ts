import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/columns/contact-columns.ts';
import { createContactListChecker, type ContactListCheckerOptions } from '#shared/contacts/contact-list.ts';
import type { OwnColumn } from '#shared/contacts/columns/own-columns.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { ListWarnings, type ListWarning } from '#shared/contacts/list-warnings.ts';
import { headerError, inRow, withPhoneOnce } from '#shared/contacts/row-problems.ts';
import type { EncodingChoice } from '#shared/contacts/encodings/detect-encoding.ts';
import { noteDamage } from '#shared/contacts/damaged-text.ts';
import type { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import type { FileHeader } from './file-header.ts';
import { createErrorTableBuilder, createErrorTable, type ErrorTable } from './error-table.ts';

/** The summary of a valid file. The contacts themselves are not kept in memory. */
export interface ContactFileSummary {
  contacts: number;
  /** The recognized columns of the file. */
  columns: ContactField[];
  /** The names of the other columns, as the file writes them. */
  otherColumns: string[];
  /** For each of the recognized columns, the number of contacts with an empty cell; null if it is not known. */
  empty: Partial<Record<ContactField, number>> | null;
  /** The other columns that a message can use. */
  own: OwnColumnSummary[];
  /** What is odd about contacts that are valid, by kind. */
  warnings: readonly ListWarning[];
  /** The length of the longest cell of each column in characters: of `CONTACT_COLUMNS`, then of `own`. */
  longest: Int32Array;
}

/** An own column, and the number of contacts with an empty cell in it; null if it is not known. */
export interface OwnColumnSummary extends Pick<OwnColumn, 'name' | 'header'> {
  empty: number | null;
}

/** What the records of a file are together. `canSkip`: there are valid rows beside those with errors. */
type SummaryOutcome =
  | { kind: 'ready'; summary: ContactFileSummary }
  | { kind: 'header'; errors: ErrorTable }
  | { kind: 'data'; errors: ErrorTable; canSkip: boolean }
  | { kind: 'unreadable'; message: string };

/** The rows that are left out because of their errors, and the same as a CSV file with the reasons. */
export interface SkippedRows {
  count: number;
  csv: Blob;
}

/** The result of reading a file. Each error kind has its own modal. */
export type ContactFileOutcome =
  | {
      kind: 'ready';
      summary: ContactFileSummary;
      header: FileHeader;
      /** The contacts as a file with Hark's headers; null if the chosen file can be sent as it is. */
      matched: Blob | null;
      skipped: SkippedRows | null;
    }
  | { kind: 'header'; errors: ErrorTable; header: FileHeader }
  | { kind: 'data'; errors: ErrorTable; canSkip: boolean; header: FileHeader }
  /** The file is in one of several encodings: somebody has to say in which its text reads well. */
  | { kind: 'encoding'; choices: readonly EncodingChoice[] }
  | { kind: 'unreadable'; message: string };

export interface FileSummary {
  /** Prepares for about this many records. */
  expect(records: number): void;
  addRecord: TakeRecord;
  /** Records that the next record is malformed CSV. Nothing after it can be parsed. */
  addMalformedRecord(error: MalformedCsvError): void;
  /** The number of records so far that are not blank, including the header. */
  readonly records: number;
  /** What is odd about the valid contacts so far. */
  readonly warnings: readonly ListWarning[];
  /** The header is invalid, so that reading can stop. */
  readonly isHeaderInvalid: boolean;
  outcome(): SummaryOutcome;
}

/** What is known of the row of the file that a record was made of. */
export interface FileRow {
  /** What is wrong with it, or null. */
  problem: string | null;
  /** Its cells, if they may have been damaged before the file was saved. */
  damaged: readonly string[] | null;
  /** What it has in a column without a heading; '' for nothing. */
  leftOut: string;
}

const AS_RECORD: FileRow = { problem: null, damaged: null, leftOut: '' };

interface SummaryOptions extends ContactListCheckerOptions {
  /** Records before the first row of the file. */
  added?: number;
  /** Both numbers are in one column of the file. */
  onePhone?: boolean;
}

/** Validates the records of a file by the shared rules and keeps only statistics and errors. `rowOf` tells of each one’s row. */
export function createFileSummary(
  { onePhone = false, added = 0, ...options }: SummaryOptions = {},
  rowOf: () => FileRow = () => AS_RECORD,
): FileSummary {
  const warnings = new ListWarnings();
  const checker = createContactListChecker({ ...options, warnings });
  const errors = createErrorTableBuilder();
  let headerErrors: ErrorTable | null = null;
  let stats: CellStats | null = null;
  let contacts = 0;
  let canSkip = false;
  let row = -added;
  let isMalformed = false;

  function addHeader(cells: readonly string[]): void {
    if (headerErrors !== null) return;
    const header = checker.header(cells);
    if (header.ok) stats = createCellStats(header);
    else headerErrors = createErrorTable(header.errors);
  }

  return {
    expect: checker.expect,
    addRecord(record) {
      row += 1;
      if (record.isBlank) return;
      if (stats === null) {
        addHeader(record.cells());
        return;
      }
      const { problem: wrong, damaged, leftOut } = rowOf();
      const found =
        wrong === null ? checker.problems(record, contacts) : [{ line: contacts + 2, message: wrong }];
      const problems = onePhone ? withPhoneOnce(found) : found;
      for (const problem of problems) errors.add(inRow(problem, row));
      // A row that only repeats another remains if that one is left out, as does the first that has no errors.
      canSkip ||= problems.every(({ first_line }) => first_line !== undefined);
      if (problems.length === 0 && damaged !== null) noteDamage(warnings, damaged, contacts + 2);
      if (problems.length === 0 && leftOut !== '') warnings.note('unnamed_column', contacts + 2, leftOut);
      stats.add(checker.lengths);
      contacts += 1;
    },
    addMalformedRecord(error) {
      if (stats === null) headerErrors ??= createErrorTable([headerError(error)]);
      else errors.add(inRow({ line: contacts + 2, message: error.message }, row + 1));
      isMalformed = true;
    },
    get records() {
      return stats === null ? 0 : contacts + 1;
    },
    get warnings() {
      return warnings.list();
    },
    get isHeaderInvalid() {
      return headerErrors !== null;
    },
    outcome() {
      if (headerErrors !== null) return { kind: 'header', errors: headerErrors };
      if (errors.count > 0) return { kind: 'data', errors: errors.build(), canSkip: canSkip && !isMalformed };
      if (stats === null || contacts === 0)
        return { kind: 'unreadable', message: 'The file has no contacts.' };
      return { kind: 'ready', summary: { contacts, ...stats.summary(), warnings: warnings.list() } };
    },
  };
}

type FileColumns = Pick<ContactFileSummary, 'columns' | 'otherColumns'> & { own: readonly OwnColumn[] };

/** Statistics about the cells of each column. */
interface CellStats {
  /** Adds a contact by the lengths of its cells, as `ContactListChecker` has them. */
  add(lengths: Int32Array): void;
  summary(): Omit<ContactFileSummary, 'contacts' | 'warnings'>;
}

function createCellStats({ columns, otherColumns, own }: FileColumns): CellStats {
  const empty = new Int32Array(CONTACT_COLUMNS.length + own.length);
  const longest = new Int32Array(CONTACT_COLUMNS.length + own.length);
  return {
    add(lengths) {
      for (let column = 0; column < lengths.length; column++) {
        const length = lengths[column] ?? 0;
        if (length === 0) empty[column] = (empty[column] ?? 0) + 1;
        else if (length > (longest[column] ?? 0)) longest[column] = length;
      }
    },
    summary() {
      const counts = CONTACT_COLUMNS.map(({ field }, column) => [field, empty[column] ?? 0] as const);
      const present = counts.filter(([field]) => columns.includes(field));
      const ownColumns = own.map(({ name, header }, at) => {
        return { name, header, empty: empty[CONTACT_COLUMNS.length + at] ?? 0 };
      });
      return { columns, otherColumns, empty: Object.fromEntries(present), own: ownColumns, longest };
    },
  };
}
