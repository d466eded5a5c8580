import { CONTACT_COLUMNS, type ContactField } from '#shared/contacts/contact-columns.ts';
import type { ContactFileSummary } from './file-summary.ts';

/** Figures about the cells of a list, column by column. */
export interface CellStats {
  /** Looks at one more contact: how long its cells are, in the order of `CONTACT_COLUMNS`. */
  add(lengths: Int32Array): void;
  summary(): Omit<ContactFileSummary, 'contacts'>;
}

/** Counts the empty cells of each column that the list has and finds its longest; for lists of a million. */
export function createCellStats(columns: ContactField[]): CellStats {
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
