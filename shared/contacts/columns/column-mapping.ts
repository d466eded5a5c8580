import { z } from 'zod';
import { CONTACT_COLUMNS, MAX_COLUMNS, readHeader, type ContactField } from './contact-columns.ts';
import { nearestColumns } from './column-names.ts';
import { OTHER_ENCODINGS } from '#shared/contacts/encodings/text-encoding.ts';
import { CsvRecord } from '#shared/contacts/csv-record.ts';
import type { TakeRecord } from '#shared/contacts/csv-reader.ts';
import { toDialled } from '#shared/contacts/phone-number.ts';

/** Which column of a file fills each of Hark's. */
export const columnMapping = z.object({
  /** The position of the file's column for each of `CONTACT_COLUMNS`; -1 for none. */
  positions: z.array(z.int().min(-1).max(MAX_COLUMNS)).length(CONTACT_COLUMNS.length),
  /** The rows are numbered from 1 instead of an id. */
  numbersRows: z.boolean(),
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

const ID = fieldAt('id');
const PHONE = fieldAt('phone_number');
const DIALLED = fieldAt('recommended_phone');

function fieldAt(field: ContactField): number {
  return CONTACT_COLUMNS.findIndex((column) => column.field === field);
}

/** Returns the mapping to begin with: each column once, the phone for both numbers, numbered rows without an id. */
export function suggestedMapping(names: readonly string[]): ColumnMapping {
  const own = readHeader(names);
  const nearest = own.ok ? own.positions : nearestColumns(names);
  const positions = nearest.map((at, column) => (nearest.indexOf(at) === column ? at : -1));
  if (positions[DIALLED] === -1) positions[DIALLED] = positions[PHONE] ?? -1;
  return { positions, numbersRows: positions[ID] === -1 };
}

/** Returns why a mapping cannot be used for a header, in words, or null. */
export function mappingProblem(
  { positions, numbersRows }: ColumnMapping,
  names: readonly string[],
): string | null {
  for (const [column, { header, required }] of CONTACT_COLUMNS.entries()) {
    const at = positions[column] ?? -1;
    if (at >= names.length) return `The file has no column ${String(at + 1)}.`;
    if (at === -1) {
      if (required && !(column === ID && numbersRows)) return `Choose a column for ${header}.`;
      continue;
    }
    const other = positions.indexOf(at);
    const isShared = other === PHONE && column === DIALLED;
    if (other !== column && !isShared) {
      return `"${names[at] ?? ''}" is chosen for both ${CONTACT_COLUMNS[other]?.header ?? ''} and ${header}.`;
    }
  }
  return null;
}

/** Returns what two headers have in common that are matched alike: their names in order. */
export function headerSignature(names: readonly string[]): string {
  return names.map((name) => name.toLowerCase()).join('\u001F');
}

/**
 * Passes the records of a file on as a file with Hark's headers has them: the matched columns, then the others. A phone
 * that is matched to RecommendedPhone is normalised to the digits that are dialled. Blank records stay.
 */
export function matchRecords(mapping: ColumnMapping, take: TakeRecord): TakeRecord {
  const record = new CsvRecord();
  const columns = CONTACT_COLUMNS.flatMap(({ header }, column) => {
    const at = mapping.positions[column] ?? -1;
    return at !== -1 || (column === ID && mapping.numbersRows) ? [{ header, column, at }] : [];
  });
  let others: number[] = [];
  let rows = 0;
  let isBegun = false;
  const cellOf = ({ column, at }: { column: number; at: number }, source: CsvRecord) => {
    if (column === ID && mapping.numbersRows) return String(rows);
    const cell = source.cell(at);
    return column === DIALLED ? toDialled(cell) : cell;
  };
  return (source) => {
    if (source.isBlank) {
      take(source);
      return;
    }
    if (isBegun) {
      rows += 1;
      record.set([
        ...columns.map((column) => cellOf(column, source)),
        ...others.map((at) => source.cell(at)),
      ]);
    } else {
      isBegun = true;
      const names = source.cells();
      others = unmatched(names, mapping);
      record.set([...columns.map(({ header }) => header), ...others.map((at) => names[at] ?? '')]);
    }
    take(record);
  };
}

const OWN_NAMES = new Set(CONTACT_COLUMNS.map(({ header }) => header.toLowerCase()));

/** Returns the positions of the other columns. One that is called as Hark's would be taken for it. */
function unmatched(names: readonly string[], { positions }: ColumnMapping): number[] {
  return [...names.keys()].filter((at) => {
    const name = (names[at] ?? '').replace(/^\uFEFF/, '').trim();
    return name !== '' && !positions.includes(at) && !OWN_NAMES.has(name.toLowerCase());
  });
}
