import { MAX_COLUMNS } from './columns/contact-columns.ts';
import { numbersOf, readPhone } from './phone-number.ts';

/** What a column holds, by its header: `number` may be a phone number or an id. */
type ColumnKind = 'phone' | 'number' | 'id' | 'area code' | 'other';

/** The columns of a do-not-call list. */
export interface NumberColumns {
  kinds: readonly ColumnKind[];
  /** The positions of the phone columns. */
  phones: ReadonlySet<number>;
  /** Those of them whose cells are phone numbers, so that another cell is an error. */
  strict: ReadonlySet<number>;
}

const PHONE_WORDS = new Set(
  'cell cellular tel telephone telefon telefono handy movil celular whatsapp sms fax msisdn rufnummer'.split(
    ' ',
  ),
);
const NUMBER_WORDS = new Set('number numbers no nr num nummer numero contact dnc'.split(' '));
/** Such a column holds an id whatever its other words are. */
const ID_WORDS = new Set('id ids uid uuid guid key ref reference'.split(' '));
/** Such a column holds an id, a code or a date, unless a word says that it holds phone numbers. */
const RECORD_WORDS = new Set(
  'account customer client member order invoice ticket case record row index serial zip zipcode postal date time'.split(
    ' ',
  ),
);
/** Other words that headers have and numbers do not. */
const HEADER_WORDS = new Set(
  'name first last firstname lastname email mail address street city state country company status reason source note notes list type area code'.split(
    ' ',
  ),
);

/** Returns whether the first record of a list names its columns. */
export function isHeader(cells: readonly string[]): boolean {
  if (phonesIn(cells).length > 0) return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.some((cell) => kindOf(cell) !== 'other' || wordsOf(cell).some((word) => HEADER_WORDS.has(word))))
    return true;
  return filled.length > 1 && filled.every((cell) => !/\d/.test(cell));
}

/** Returns the phone columns of a list, by its header and by the cells of its first rows. */
export function numberColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): NumberColumns {
  const kinds = header.slice(0, MAX_COLUMNS).map(kindOf);
  const of = (kind: ColumnKind) => [...kinds.keys()].filter((at) => kinds[at] === kind);
  const hasPhones = (at: number) => rows.some((row) => phonesAt(row, at, kinds).length > 0);
  const [phones, numbers] = [of('phone'), of('number')];
  // A column whose header says nothing is one of phone numbers only where no other is.
  const found = [phones, numbers, of('other')].find((columns) => columns.some(hasPhones));
  const chosen = found === phones ? phones : (found?.filter(hasPhones) ?? [...phones, ...numbers]);
  const isStrict = (at: number) => {
    const filled = rows.filter((row) => (row[at] ?? '').trim() !== '');
    return filled.filter((row) => phonesAt(row, at, kinds).length > 0).length * 2 >= filled.length;
  };
  return { kinds, phones: new Set(chosen), strict: new Set(chosen.filter(isStrict)) };
}

/** Returns the phone numbers of a row without a header: those of every cell, or an area code and the rest. */
export function phonesIn(row: readonly string[]): string[] {
  const phones = row.flatMap(phonesOf);
  if (phones.length > 0) return phones;
  const filled = row.filter((cell) => cell.trim() !== '');
  const joined = filled.length === 2 ? joinedPhone(filled[0], filled[1]) : undefined;
  return joined === undefined ? [] : [joined];
}

/** Returns the phone numbers in the cell of a phone column; an area code may have a column of its own before it. */
export function phonesAt(row: readonly string[], at: number, kinds: readonly ColumnKind[]): string[] {
  const phones = phonesOf(row[at] ?? '');
  if (phones.length > 0 || kinds[at - 1] !== 'area code') return phones;
  const joined = joinedPhone(row[at - 1], row[at]);
  return joined === undefined ? [] : [joined];
}

/** Returns the phone numbers in a cell of another column if they are written as people write phone numbers. */
export function writtenPhones(cell: string): string[] {
  return cell.length <= MAX_WRITTEN && /[+(]\s*\d|\d[\s.-]\d/.test(cell) ? phonesOf(cell) : [];
}

/** Returns the phone numbers of a cell, which a list divides by ":::". */
function phonesOf(cell: string): string[] {
  // Most cells are too short to be looked at.
  return cell.length < DIGITS ? [] : numbersOf(cell).flatMap((text) => readPhone(text) ?? []);
}

const MAX_WRITTEN = 40;
/** Digits of a number without its country code. */
const DIGITS = 10;

function joinedPhone(area = '', rest = ''): string | undefined {
  const isSplit = /^\s*\(?\d{3}\)?\s*$/.test(area) && /^\s*\d{3}[\s.-]?\d{4}\s*$/.test(rest);
  return isSplit ? readPhone(`${area} ${rest}`) : undefined;
}

function kindOf(header: string): ColumnKind {
  const words = wordsOf(header);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (has(ID_WORDS)) return 'id';
  if (words.some((word) => word.includes('phone') || word.startsWith('mobil')) || has(PHONE_WORDS))
    return 'phone';
  if (words.includes('area') || words.includes('npa')) return 'area code';
  if (has(RECORD_WORDS)) return 'id';
  return has(NUMBER_WORDS) ? 'number' : 'other';
}

const MAX_HEADER = 80;

/** The words of a header in lower case: those of "MobilePhone" and "mobile_phone" are alike. */
function wordsOf(header: string): string[] {
  return header
    .slice(0, MAX_HEADER)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}
