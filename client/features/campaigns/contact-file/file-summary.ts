import type { ContactField } from '#shared/contacts/contact-columns.ts';
import { createContactListChecker, type ContactListCheckerOptions } from '#shared/contacts/contact-list.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { createCellStats, type CellStats } from './cell-stats.ts';
import { createErrorTableBuilder, createErrorTable, type ErrorTable } from './error-table.ts';

/** What the wizard knows of a good file; the contacts themselves stay in it. */
export interface ContactFileSummary {
  contacts: number;
  /** The columns it has, of those that are read. */
  columns: ContactField[];
  /** For each of these columns the number of contacts whose cell is empty. */
  empty: Partial<Record<ContactField, number>>;
  /** How many characters the longest cell of each column has, in the order of `CONTACT_COLUMNS`. */
  longest: Int32Array;
}

/** What came of reading a file: good contacts, or which kind of upload modal must open (B §2). */
export type ContactFileOutcome =
  | { kind: 'ready'; summary: ContactFileSummary }
  | { kind: 'header' | 'data'; errors: ErrorTable }
  | { kind: 'unreadable'; message: string };

export interface FileSummary {
  /** Takes the next record. */
  addRecord: TakeRecord;
  /** Notes that the next record is no CSV: nothing after it can be read. */
  addMalformedRecord(message: string): void;
  /** Records seen so far that are not blank, the header included. */
  readonly records: number;
  /** Nothing more need be read. */
  readonly isHeaderUnusable: boolean;
  outcome(): ContactFileOutcome;
}

/** Checks records by the shared rules and keeps only counts and errors of them. */
export function createFileSummary(options: ContactListCheckerOptions = {}): FileSummary {
  const checker = createContactListChecker(options);
  const errors = createErrorTableBuilder();
  let headerErrors: ErrorTable | null = null;
  let figures: CellStats | null = null;
  let contacts = 0;

  function takeHeader(cells: readonly string[]): void {
    if (headerErrors !== null) return;
    const header = checker.header(cells);
    if (header.ok) figures = createCellStats(header.columns);
    else headerErrors = createErrorTable(header.errors);
  }

  return {
    addRecord(record) {
      if (record.isBlank) return;
      if (figures === null) {
        takeHeader(record.cells());
        return;
      }
      const problems = checker.problems(record, contacts);
      for (const problem of problems) errors.add(problem);
      figures.add(checker.lengths);
      contacts += 1;
    },
    addMalformedRecord(message) {
      if (figures === null) headerErrors ??= createErrorTable([{ line: 1, message: 'Invalid headers' }]);
      else errors.add({ line: contacts + 2, message });
    },
    get records() {
      return figures === null ? 0 : contacts + 1;
    },
    get isHeaderUnusable() {
      return headerErrors !== null;
    },
    outcome() {
      if (headerErrors !== null) return { kind: 'header', errors: headerErrors };
      if (errors.count > 0) return { kind: 'data', errors: errors.build() };
      if (figures === null || contacts === 0)
        return { kind: 'unreadable', message: 'The file has no contacts.' };
      return { kind: 'ready', summary: { contacts, ...figures.summary() } };
    },
  };
}
