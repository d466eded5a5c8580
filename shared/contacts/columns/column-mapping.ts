import { z } from 'zod';
import { CONTACT_COLUMNS, MAX_COLUMNS, type ContactField } from './contact-columns.ts';
import { OTHER_ENCODINGS } from '#shared/contacts/encodings/text-encoding.ts';

/** More rows than a file of 256 MB has. */
const MAX_ROW = 2 ** 28;

/** The row of the headers of a file that has none. */
export const NO_HEADER = -1;

/** Which column of a file fills each of Hark's. */
export const columnMapping = z.object({
  /**
   * The position of the file's column for each of `CONTACT_COLUMNS`; -1 for none. A column for both names is split, one for
   * both numbers fills both.
   */
  positions: z.array(z.int().min(-1).max(MAX_COLUMNS)).length(CONTACT_COLUMNS.length),
  /** The rows are numbered from 1 instead of an id. */
  numbersRows: z.boolean(),
  /** People without a last name are contacts, too. Mappings of an earlier version have none of the next two. */
  lastNameOptional: z.boolean().default(false),
  /** The row of the headers, from 1; 0: the first that is not blank; `NO_HEADER`: every row is a contact. */
  headerRow: z.int().min(NO_HEADER).max(MAX_ROW).default(0),
});
export type ColumnMapping = z.infer<typeof columnMapping>;

/** How a person wants a file to be read. */
export const fileReading = z.object({
  /** Which columns are Hark's; null if the headers say it. */
  mapping: columnMapping.nullable(),
  /** Rows with errors are left out. */
  skipsInvalid: z.boolean(),
  /** The encoding of a file whose text does not tell it. */
  encoding: z.enum(OTHER_ENCODINGS).optional(),
});
export type FileReading = z.infer<typeof fileReading>;

/** A file is read by its own headers, and every row must be valid. */
export const AS_WRITTEN: FileReading = { mapping: null, skipsInvalid: false };

/** The index of each field in `CONTACT_COLUMNS`. */
export const COLUMN = Object.fromEntries(
  CONTACT_COLUMNS.map(({ field }, column) => [field, column]),
) as Readonly<Record<ContactField, number>>;

/** Fields that one column of a file may fill together, by the first of them. */
const SHARED: ReadonlyMap<number, number> = new Map([
  [COLUMN.phone_number, COLUMN.recommended_phone],
  [COLUMN.first_name, COLUMN.last_name],
]);

/** Returns how many records a matched file has before the first row of the chosen one: headers, where that has none. */
export function addedRecords(mapping: ColumnMapping | null): 0 | 1 {
  return mapping?.headerRow === NO_HEADER ? 1 : 0;
}

/** Returns what a column is called by: its header, or its place without one. */
export function columnName(name: string, at: number): string {
  return name === '' ? `Column ${String(at + 1)}` : name;
}

/** Whether both numbers are in one column. */
export function hasOnePhone({ positions }: ColumnMapping): boolean {
  return positions[COLUMN.phone_number] === positions[COLUMN.recommended_phone];
}

/** Whether first and last name are in one column. */
export function splitsName({ positions }: ColumnMapping): boolean {
  return positions[COLUMN.first_name] !== -1 && positions[COLUMN.first_name] === positions[COLUMN.last_name];
}

/** Returns why a mapping cannot be used for a header, in words, or null. */
export function mappingProblem(mapping: ColumnMapping, names: readonly string[]): string | null {
  const { positions } = mapping;
  for (const [column, { header, required }] of CONTACT_COLUMNS.entries()) {
    const at = positions[column] ?? -1;
    if (at >= names.length) return `The file has no column ${String(at + 1)}.`;
    if (at === -1) {
      if (required && !isDispensable(column, mapping)) return `Choose a column for ${header}.`;
      continue;
    }
    const other = positions.indexOf(at);
    if (other !== column && SHARED.get(other) !== column) {
      return `"${columnName(names[at] ?? '', at)}" is chosen for both ${CONTACT_COLUMNS[other]?.header ?? ''} and ${header}.`;
    }
  }
  return null;
}

function isDispensable(column: number, { numbersRows, lastNameOptional }: ColumnMapping): boolean {
  return (column === COLUMN.id && numbersRows) || (column === COLUMN.last_name && lastNameOptional);
}

/** Returns what two headers have in common that are matched alike: their names in order. */
export function headerSignature(names: readonly string[]): string {
  return names.map((name) => name.toLowerCase()).join('\u001F');
}
