import { COLUMN, splitsName, type ColumnMapping } from '#shared/contacts/columns/column-mapping.ts';

/** Values of a choice beside the positions of columns. */
export const UNCHOSEN = '-1';
export const NUMBERED = 'rows';
export const NO_LAST_NAME = 'none';

/** Returns what is chosen for one of `CONTACT_COLUMNS`: the position of a column, or one of the values above. */
export function chosenValue(
  { positions, numbersRows, lastNameOptional }: ColumnMapping,
  column: number,
): string {
  const at = positions[column] ?? -1;
  if (column === COLUMN.id && numbersRows) return NUMBERED;
  if (column === COLUMN.last_name && at === -1 && lastNameOptional) return NO_LAST_NAME;
  return String(at);
}

/**
 * Returns a mapping with another choice for one of `CONTACT_COLUMNS`. The number to call is the number on the list, too, until
 * another is chosen for it.
 */
export function withChoice(mapping: ColumnMapping, column: number, value: string): ColumnMapping {
  const at = value === NUMBERED || value === NO_LAST_NAME ? -1 : Number(value);
  const positions = mapping.positions.with(column, at);
  if (column === COLUMN.id) return { ...mapping, positions, numbersRows: value === NUMBERED };
  if (column === COLUMN.recommended_phone) {
    const [before, listed] = [mapping.positions[column], mapping.positions[COLUMN.phone_number]];
    const follows = listed === -1 || listed === before;
    return { ...mapping, positions: follows ? positions.with(COLUMN.phone_number, at) : positions };
  }
  const changed = { ...mapping, positions };
  if (column !== COLUMN.last_name) return changed;
  // Many people give one name only where there is one cell for it.
  const lastNameOptional = value === NO_LAST_NAME || (at !== -1 && splitsName(changed));
  return { ...changed, lastNameOptional };
}
