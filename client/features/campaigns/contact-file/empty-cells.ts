import { CONTACT_COLUMNS, type ContactField } from '#shared/contact-columns.ts';
import { readHeader } from '#shared/contact-header.ts';

export interface EmptyCells {
  /** Looks at one more record. */
  count(record: readonly string[]): void;
  summary(): { columns: ContactField[]; empty: Partial<Record<ContactField, number>> };
}

/** Counts, below a good header, the empty cells of every column that is read; a good row has none in the required ones. */
export function countEmptyCells(header: readonly string[]): EmptyCells {
  const reading = readHeader(header);
  const present = CONTACT_COLUMNS.map(({ field, required }, column) => {
    const position = reading.ok ? (reading.positions[column] ?? -1) : -1;
    return { field, required, position };
  }).filter(({ position }) => position !== -1);
  const positions = present.filter(({ required }) => !required).map(({ position }) => position);
  const counts = new Map(present.map(({ position }) => [position, 0]));
  return {
    count(record) {
      for (const position of positions) {
        const cell = record[position] ?? '';
        if (cell === '' || cell.trim() === '') counts.set(position, (counts.get(position) ?? 0) + 1);
      }
    },
    summary: () => ({
      columns: present.map(({ field }) => field),
      empty: Object.fromEntries(present.map(({ field, position }) => [field, counts.get(position) ?? 0])),
    }),
  };
}
