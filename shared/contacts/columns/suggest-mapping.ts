import { addressColumns, candidatesOf, columnsFor, phonesToCall, type Candidate } from './column-choice.ts';
import { COLUMN, type ColumnMapping } from './column-mapping.ts';
import { CONTACT_COLUMNS, readHeader, type ContactField } from './contact-columns.ts';

/** A mapping to begin with, and what a person must decide. */
export interface SuggestedMapping {
  mapping: ColumnMapping;
  /** The columns that may hold the number to call, where none is likelier than the others; otherwise empty. */
  phones: number[];
}

/**
 * Returns the mapping to begin with, by the words of the headers and by the first cells of each column (blank ones included):
 * documented headers as they are, else what is known of them. Nothing is taken for the number to call unless its header says
 * whose phone it is. One phone fills both numbers, and one name is split.
 */
export function suggestMapping(
  names: readonly string[],
  cells: readonly (readonly string[])[],
  headerRow = 0,
): SuggestedMapping {
  const own = readHeader(names);
  if (own.ok) {
    const mapping = { positions: own.positions, numbersRows: false, lastNameOptional: false, headerRow };
    return { mapping, phones: [] };
  }
  const candidates = candidatesOf(names, cells);
  const phones = phonesToCall(candidates);
  const isDecided = phones.length === 1 && candidates.some(({ at, isSure }) => at === phones[0] && isSure);
  const dialled = isDecided ? (phones[0] ?? -1) : -1;
  const first = (target: Candidate['target'], without: readonly number[] = []) =>
    columnsFor(target, candidates).find(({ at }) => !without.includes(at))?.at ?? -1;
  const people = nameColumns(first, cells);
  const found: Partial<Record<ContactField, number>> = {
    ...addressColumns(candidates),
    id: first('id', phones),
    first_name: people.first,
    last_name: people.last,
    phone_number: listedColumn(names, candidates) ?? dialled,
    recommended_phone: dialled,
    email: first('email'),
    company_name: first('company_name'),
  };
  const positions = CONTACT_COLUMNS.map(({ field }) => found[field] ?? -1);
  const numbersRows = positions[COLUMN.id] === -1;
  return {
    mapping: { positions, numbersRows, lastNameOptional: people.isSplit, headerRow },
    phones: isDecided ? [] : phones,
  };
}

/** Returns the column with the documented header of the listed number, if its cells are phones. */
function listedColumn(names: readonly string[], candidates: readonly Candidate[]): number | undefined {
  const documented = CONTACT_COLUMNS[COLUMN.phone_number]?.header.toLowerCase();
  return candidates.find(
    ({ target, at }) => target === 'phone_number' && names[at]?.trim().toLowerCase() === documented,
  )?.at;
}

/** First and last name have columns of their own, or one column has both. */
function nameColumns(
  first: (target: Candidate['target']) => number,
  cells: readonly (readonly string[])[],
): { first: number; last: number; isSplit: boolean } {
  const [given, family, full] = [first('first_name'), first('last_name'), first('full_name')];
  if (full === -1 || (given !== -1 && family !== -1)) return { first: given, last: family, isSplit: false };
  const filled = (cells[full] ?? []).filter((cell) => cell.trim() !== '');
  const isWhole = filled.filter((cell) => /\S\s+\S/.test(cell)).length * 2 >= filled.length;
  // A name of one word beside a first or last name is the other one.
  if (family !== -1 && !isWhole) return { first: full, last: family, isSplit: false };
  if (given !== -1 && !isWhole) return { first: given, last: full, isSplit: false };
  return { first: full, last: full, isSplit: true };
}
