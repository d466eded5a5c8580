import type { ContactField } from '#shared/contact-columns.ts';
import { createContactListChecker, isBlankRecord } from '#shared/contact-list.ts';
import { countEmptyCells, type EmptyCells } from './empty-cells.ts';
import { createErrorPacker, packErrors, type PackedErrors } from './packed-errors.ts';

/** What the wizard knows of a good file; the contacts themselves stay in it. */
export interface ContactFileSummary {
  contacts: number;
  /** The columns it has, of those that are read. */
  columns: ContactField[];
  /** For each of these columns the number of contacts whose cell is empty. */
  empty: Partial<Record<ContactField, number>>;
}

/** What came of reading a file: good contacts, or which kind of upload modal must open (B §2). */
export type ContactFileOutcome =
  | { kind: 'ready'; summary: ContactFileSummary }
  | { kind: 'header' | 'data'; errors: PackedErrors }
  | { kind: 'unreadable'; message: string };

export interface ContactTally {
  /** Takes the next records. False where the header is unusable: nothing more need be read. */
  take(records: readonly string[][]): boolean;
  /** Notes that the next record is no CSV: nothing after it can be read. */
  malformed(message: string): void;
  /** Contacts seen so far, good or not. */
  readonly contacts: number;
  outcome(): ContactFileOutcome;
}

/** Checks records by the shared rules and keeps only counts and errors of them. */
export function createContactTally(): ContactTally {
  const checker = createContactListChecker();
  const errors = createErrorPacker();
  let headerErrors: PackedErrors | null = null;
  let empties: EmptyCells | null = null;
  let contacts = 0;

  function takeHeader(cells: readonly string[]): boolean {
    const header = checker.header(cells);
    if (header.ok) empties = countEmptyCells(cells);
    else headerErrors = packErrors(header.errors);
    return header.ok;
  }

  return {
    take(records) {
      for (const cells of records) {
        if (empties === null) {
          if (!takeHeader(cells)) return false;
        } else if (!isBlankRecord(cells)) {
          checker.problems(cells, contacts).forEach(errors.add);
          empties.count(cells);
          contacts += 1;
        }
      }
      return true;
    },
    malformed(message) {
      if (empties === null) headerErrors = packErrors([{ line: 1, message: 'Invalid headers' }]);
      else errors.add({ line: contacts + 2, message });
    },
    get contacts() {
      return contacts;
    },
    outcome() {
      if (headerErrors !== null) return { kind: 'header', errors: headerErrors };
      if (errors.count > 0) return { kind: 'data', errors: errors.pack() };
      if (empties === null || contacts === 0)
        return { kind: 'unreadable', message: 'The file has no contacts.' };
      return { kind: 'ready', summary: { contacts, ...empties.summary() } };
    },
  };
}
