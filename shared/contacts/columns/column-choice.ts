import { readPhone } from '#shared/contacts/phone-number.ts';
import { headerMeanings, type ColumnMeaning, type ColumnTarget } from './header-meaning.ts';

/** A column that may fill a field, by its header and its cells. */
export interface Candidate extends ColumnMeaning {
  /** Its position in the file. */
  at: number;
  /** How many of the sampled cells are filled. */
  filled: number;
}

/** What the cells of a column must be for a field, beside its header: most of those that are filled. */
const FITS: Readonly<Record<ColumnTarget, (cell: string) => boolean>> = {
  id: () => true,
  phone_number: (cell) => readPhone(firstValue(cell)) !== undefined,
  email: (cell) => cell.includes('@'),
  first_name: isText,
  last_name: isText,
  full_name: isText,
  company_name: () => true,
  address1: isText,
  address2: () => true,
  city: isText,
  state: isText,
  country: isText,
  zipcode: (cell) => /\d/.test(cell) && cell.length <= 12,
};

/** What address books put between several values in one cell. */
const BETWEEN_VALUES = ':::';

/** Returns the first of several values in a cell: "a ::: b" is "a". */
export function firstValue(cell: string): string {
  return cell.includes(BETWEEN_VALUES) ? cell.slice(0, cell.indexOf(BETWEEN_VALUES)).trim() : cell;
}

function isText(cell: string): boolean {
  return /\p{L}/u.test(cell) && !cell.includes('@');
}

/**
 * Returns what each column may hold. `cells` has the first cells of each column, blank ones included: a column is a phone only
 * if they are phones, and an id only if all are filled and differ. An owner lives where it says only in a list of owners.
 */
export function candidatesOf(names: readonly string[], cells: readonly (readonly string[])[]): Candidate[] {
  const candidates = names.flatMap((name, at) => {
    const column = cells[at] ?? [];
    const filled = column.map((cell) => cell.trim()).filter((cell) => cell !== '');
    return headerMeanings(name)
      .filter(({ target }) => isOf(target, filled, column.length))
      .map((meaning) => ({ ...meaning, at, filled: filled.length }));
  });
  return isOfOwners(candidates) ? candidates : candidates.filter((candidate) => !isOwners(candidate));
}

/** The words of addresses of what people own. */
const PROPERTIES: ReadonlySet<string> = new Set(['property', 'site', 'situs', 'parcel']);

/** Whether a list says where properties are, or where their owners get mail: in others, owners are those of its records. */
function isOfOwners(candidates: readonly Candidate[]): boolean {
  return candidates.some((candidate) => {
    const words = candidate.group.split(' ');
    const isMailed = candidate.target === 'address1' || words.includes('mailing');
    return words.some((word) => PROPERTIES.has(word)) || (isOwners(candidate) && isMailed);
  });
}

function isOwners({ group }: Candidate): boolean {
  return group.split(' ').includes('owner');
}

function isOf(target: ColumnTarget, filled: readonly string[], rows: number): boolean {
  if (target === 'id') return filled.length > 0 && filled.length === rows && new Set(filled).size === rows;
  if (filled.length === 0) return target !== 'phone_number';
  return filled.filter(FITS[target]).length * 2 >= filled.length;
}

/** Returns the columns for a field, filled ones first, then by rank and position. */
export function columnsFor(target: ColumnTarget, candidates: readonly Candidate[]): Candidate[] {
  return candidates
    .filter((candidate) => candidate.target === target)
    .toSorted((a, b) => Number(a.filled === 0) - Number(b.filled === 0) || a.rank - b.rank || a.at - b.at);
}

/** A column that is filled this much more often may be the better choice although its header is less likely. */
const MUCH_MORE = 1.5;

/**
 * Returns the columns that may hold the number to call, the likeliest first. One is decided on; of several none is: they are
 * equally likely, or their headers do not say whose phone they are.
 */
export function phonesToCall(candidates: readonly Candidate[]): number[] {
  const phones = columnsFor('phone_number', candidates);
  const [best] = phones.filter(({ isSure }) => isSure);
  if (best === undefined) return phones.map(({ at }) => at);
  const rivals = phones.filter(
    ({ isSure, rank, filled }) => isSure && (rank === best.rank || filled > best.filled * MUCH_MORE),
  );
  return [...new Set([best, ...rivals])].map(({ at }) => at);
}

const ADDRESS = ['address1', 'address2', 'city', 'state', 'zipcode', 'country'] as const;
type AddressField = (typeof ADDRESS)[number];

/**
 * Returns the columns of one address: of several, such as billing and shipping, the likeliest that is filled, or one that says
 * of much more people where they are.
 */
export function addressColumns(candidates: readonly Candidate[]): Partial<Record<AddressField, number>> {
  const parts = ADDRESS.flatMap((field) =>
    columnsFor(field, candidates).map((candidate) => ({ ...candidate, field })),
  );
  const groups = [...new Set(parts.map(({ group }) => group))]
    .map((name) => parts.filter(({ group }) => group === name))
    .toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || rankIn(a) - rankIn(b));
  const [best = []] = groups;
  const fuller = groups.find((group) => isWhole(group) && placedBy(group) > placedBy(best) * MUCH_MORE);
  const chosen: Partial<Record<AddressField, number>> = {};
  for (const group of fuller === undefined ? groups : [fuller, ...groups]) {
    // What a second address adds would belong to another place.
    if (group.some(({ field }) => chosen[field] !== undefined)) continue;
    for (const { field, at } of group) chosen[field] ??= at;
  }
  return chosen;
}

function isWhole(group: readonly Candidate[]): boolean {
  const filled = new Set(group.filter(({ filled: count }) => count > 0).map(({ target }) => target));
  return (['address1', 'city', 'state', 'zipcode'] as const).filter((field) => filled.has(field)).length > 1;
}

/** Returns how many of the sampled cells say by state or code where a person is. */
function placedBy(group: readonly Candidate[]): number {
  return Math.max(0, ...group.filter(({ target }) => PLACED.has(target)).map(({ filled }) => filled));
}

const PLACED: ReadonlySet<ColumnTarget> = new Set(['state', 'zipcode']);

function rankIn(group: readonly Candidate[]): number {
  return Math.min(...group.map(({ rank }) => rank));
}
