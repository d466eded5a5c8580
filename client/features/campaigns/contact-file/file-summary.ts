import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/contact-columns.ts';
import { createContactListChecker, type ContactListCheckerOptions } from '#shared/contacts/contact-list.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { createErrorTableBuilder, createErrorTable, type ErrorTable } from './error-table.ts';

/** The summary of a valid file. The contacts themselves are not kept in memory. */
export interface ContactFileSummary {
  contacts: number;
  /** The recognized columns of the file. */
  columns: ContactField[];
  /** For each of these columns, the number of contacts with an empty cell. */
  empty: Partial<Record<ContactField, number>>;
  /** The length of the longest cell of each column in characters, in the order of `CONTACT_COLUMNS`. */
  longest: Int32Array;
}

/** The result of reading a file. Each error kind has its own modal. */
export type ContactFileOutcome =
  | { kind: 'ready'; summary: ContactFileSummary }
  | { kind: 'header' | 'data'; errors: ErrorTable }
  | { kind: 'unreadable'; message: string };

export interface FileSummary {
  addRecord: TakeRecord;
  /** Records that the next record is malformed CSV. Nothing after it can be parsed. */
  addMalformedRecord(message: string): void;
  /** The number of records so far that are not blank, including the header. */
  readonly records: number;
  /** The header is invalid, so that reading can stop. */
  readonly isHeaderInvalid: boolean;
  outcome(): ContactFileOutcome;
}

/** Validates the records of a file by the shared rules and keeps only statistics and errors. */
export function createFileSummary(options: ContactListCheckerOptions = {}): FileSummary {
  const checker = createContactListChecker(options);
  const errors = createErrorTableBuilder();
  let headerErrors: ErrorTable | null = null;
  let stats: CellStats | null = null;
  let contacts = 0;

  function addHeader(cells: readonly string[]): void {
    if (headerErrors !== null) return;
    const header = checker.header(cells);
    if (header.ok) stats = createCellStats(header.columns);
    else headerErrors = createErrorTable(header.errors);
  }

  return {
    addRecord(record) {
      if (record.isBlank) return;
      if (stats === null) {
        addHeader(record.cells());
        return;
      }
      const problems = checker.problems(record, contacts);
      for (const problem of problems) errors.add(problem);
      stats.add(checker.lengths);
      contacts += 1;
    },
    addMalformedRecord(message) {
      if (stats === null) headerErrors ??= createErrorTable([{ line: 1, message: 'Invalid headers' }]);
      else errors.add({ line: contacts + 2, message });
    },
    get records() {
      return stats === null ? 0 : contacts + 1;
    },
    get isHeaderInvalid() {
      return headerErrors !== null;
    },
    outcome() {
      if (headerErrors !== null) return { kind: 'header', errors: headerErrors };
      if (errors.count > 0) return { kind: 'data', errors: errors.build() };
      if (stats === null || contacts === 0)
        return { kind: 'unreadable', message: 'The file has no contacts.' };
      return { kind: 'ready', summary: { contacts, ...stats.summary() } };
    },
  };
}

/** Statistics about the cells of each column. */
interface CellStats {
  /** Adds a contact by the lengths of its cells, in the order of `CONTACT_COLUMNS`. */
  add(lengths: Int32Array): void;
  summary(): Omit<ContactFileSummary, 'contacts'>;
}

function createCellStats(columns: ContactField[]): CellStats {
  const empty = new Int32Array(CONTACT_COLUMNS.length);
  const longest = new Int32Array(CONTACT_COLUMNS.length);
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
      return { columns, empty: Object.fromEntries(present), longest };
    },
  };
}
