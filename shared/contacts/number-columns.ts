import { headerWords, PERSON_WORDS } from './columns/header-words.ts';
import { MAX_COLUMNS } from './columns/contact-columns.ts';
import { SEARCHED_ROWS } from './columns/header-row.ts';
import { numbersIn, readPhone } from './phone-number.ts';
import { isOfPerson, type ColumnKind } from './unread-number.ts';

/** The columns of a do-not-call list. */
export interface NumberColumns {
  kinds: readonly ColumnKind[];
  /** The positions of the phone columns. */
  phones: ReadonlySet<number>;
  /** Those of them whose cells are phone numbers, so that any other cell is an error. */
  strict: ReadonlySet<number>;
}

// All words are those of `headerWords`, which reads "Telefonnummer" as `phone`, `number`, and "Office" as `work`.
const PHONE_WORDS = setOf('phone mobile whatsapp fax msisdn rufnummer');
const PLACE_WORDS = setOf('home work main other day daytime evening night direct landline');
const PLACES_ALONE = new Set([...PLACE_WORDS, 'line']);
/** Beside a word for a number they say that it is one to call, as a place does; alone they say nothing. */
const CALLED_WORDS = setOf('second third best emergency callback caller called blocked wireless dnc');
const NUMBER_WORDS = setOf('number contact dnc');
/** Such a column holds an id whatever its other words are. */
const ID_WORDS = setOf('id ref reference tracking');
/** Who called, and what was called. */
const CALLER_WORDS = setOf('caller ani clid');
const DESTINATION_WORDS = setOf('to called dialed destination dnis did');
/** Such a column holds an id, a code or a date, unless a word says that it holds phone numbers. */
const RECORD_WORDS = setOf('account order invoice ticket case record row index serial zip date time');
const PEOPLE = new Set(PERSON_WORDS.filter((word) => word !== 'contact'));
/** Other words that headers have and numbers do not. */
const HEADER_WORDS = setOf(
  'name first last email address street city state country company status reason source note notes list type area code',
);

/**
 * Returns the index of the row that names the columns, of the first rows of a list: the one above all phone numbers that names
 * the most; of several the first. -1 if none does.
 */
export function headerIndex(rows: readonly (readonly string[])[]): number {
  const firstNumbers = rows.findIndex((row) => phonesIn(row).length > 0);
  const above = rows.slice(0, firstNumbers === -1 ? SEARCHED_ROWS : Math.min(SEARCHED_ROWS, firstNumbers));
  const named = above
    .map((row) => row.slice(0, MAX_COLUMNS))
    .map((row) => (isHeader(row) ? 1 + namedColumns(row) : 0));
  const most = Math.max(0, ...named);
  return most === 0 ? -1 : named.indexOf(most);
}

function isHeader(cells: readonly string[]): boolean {
  if (isOfPerson(cells)) return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const named = namedColumns(filled);
  // Data may have a word of headers, such as the type of a phone beside a number that cannot be read.
  if (filled.some(isNumeric)) return named >= OF_PHONE;
  return named > 0 || (filled.length > 1 && filled.every((cell) => !/\d/.test(cell)));
}

const FEWEST_DIGITS = 7;
/** The weight of a column that is named as one of phone numbers. */
const OF_PHONE = 2;

/** Whether a cell is a number as long as one of a telephone. */
function isNumeric(cell: string): boolean {
  return /^[\s\d().+-]*$/.test(cell) && cell.replace(/\D/g, '').length >= FEWEST_DIGITS;
}

/** Returns how many columns a row names; those of phone numbers count twice. */
function namedColumns(cells: readonly string[]): number {
  const weightOf = (cell: string) => {
    const kind = kindOf(cell);
    if (kind === 'phone' || kind === 'number') return OF_PHONE;
    const isNamed = wordsOf(cell).some((word) => HEADER_WORDS.has(word) || NUMBER_WORDS.has(word));
    return kind !== 'other' || isNamed ? 1 : 0;
  };
  return cells.reduce((sum, cell) => sum + weightOf(cell), 0);
}

/** Returns the phone columns of a list, by its header and by the cells of its first rows. */
export function numberColumns(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): NumberColumns {
  const named = header.slice(0, MAX_COLUMNS);
  const kinds = kindsOf(named);
  const of = (...wanted: ColumnKind[]) => kinds.flatMap((kind, at) => (wanted.includes(kind) ? [at] : []));
  const hasPhones = (at: number) => rows.some((row) => phonesAt(row, at, kinds).length > 0);
  const phones = of('phone', 'place');
  // A column whose header says nothing is one of phone numbers only where no other is, and that of people at last.
  const groups = [phones, of('number'), of('other'), of('person')];
  const found = groups.find((columns) => columns.some(hasPhones));
  // Further below, a column that is named as one of phones may have the first of them.
  const chosen = found === phones ? phones : [...of('phone'), ...(found?.filter(hasPhones) ?? of('number'))];
  const isStrict = (at: number) => {
    const filled = rows.filter((row) => (row[at] ?? '').trim() !== '');
    return filled.filter((row) => phonesAt(row, at, kinds).length > 0).length * 2 >= filled.length;
  };
  return { kinds, phones: new Set(chosen), strict: new Set(chosen.filter(isStrict)) };
}

/**
 * Returns the kinds of columns. Beside each other, those of callers and called count: in either may be people, and a line of a
 * business on the list costs nothing.
 */
function kindsOf(header: readonly string[]): ColumnKind[] {
  const parties = header.map(partyOf);
  if (!parties.includes('caller')) return header.map(kindOf);
  const isAlone = (name: string) => wordsOf(name).every((word) => CALLER_WORDS.has(word));
  return header.map((name, at) => {
    const isParty = parties[at] === 'called' || (parties[at] === 'caller' && isAlone(name));
    return isParty ? 'phone' : kindOf(name);
  });
}

function partyOf(header: string): 'caller' | 'called' | 'other' {
  const words = wordsOf(header);
  if (isCaller(words)) return 'caller';
  return isCalled(words) ? 'called' : 'other';
}

function isCaller(words: readonly string[]): boolean {
  return words.some((word) => CALLER_WORDS.has(word)) && !words.includes('name');
}

function isCallerId(words: readonly string[]): boolean {
  return isCaller(words) && (words.includes('id') || !words.includes('caller'));
}

function isCalled(words: readonly string[]): boolean {
  const isKnown = (word: string) => DESTINATION_WORDS.has(word) || word === 'number' || word === 'phone';
  return words.some((word) => DESTINATION_WORDS.has(word)) && words.every(isKnown);
}

/** Returns the phone numbers of a row without a header: those of every cell, or the one of which the cells are parts. */
export function phonesIn(row: readonly string[]): string[] {
  const phones = row.flatMap(phonesOf);
  return phones.length > 0 ? phones : joinedPhone(row.filter((cell) => cell.trim() !== ''));
}

/** Returns the phone numbers in the cell of a phone column; an area code may have a column of its own before it. */
export function phonesAt(row: readonly string[], at: number, kinds: readonly ColumnKind[]): string[] {
  const phones = phonesOf(row[at] ?? '');
  if (phones.length > 0 || kinds[at - 1] !== 'area code') return phones;
  const [two, three] = [2, 3].map((parts) => joinedPhone(row.slice(at - 1, at - 1 + parts)));
  return two?.length === 0 ? (three ?? []) : (two ?? []);
}

/** Returns the phone numbers in a cell of another column if they are written as people write phone numbers. */
export function writtenPhones(cell: string): string[] {
  return cell.length <= MAX_WRITTEN && /[+(]\s*\d|\d[\s.-]\d/.test(cell) ? phonesOf(cell) : [];
}

/** Returns the phone numbers of a cell. */
function phonesOf(cell: string): string[] {
  // Most cells are too short to be looked at.
  return cell.length < DIGITS ? [] : numbersIn(cell).flatMap((text) => readPhone(text) ?? []);
}

const MAX_WRITTEN = 40;
/** Digits of a number without its country code. */
const DIGITS = 10;
/** An area code and the rest, of which the country code, exchange and line may be parts of their own. */
const PARTS = /^(?:\+?1 )?\(?\d{3}\)? \d{3}[ .-]?\d{4}$/;

/** Returns the one number of which cells are the parts; empty if they are not. */
function joinedPhone(cells: readonly string[]): string[] {
  if (cells.length < 2 || cells.length > 4) return [];
  const text = cells.map((cell) => cell.trim()).join(' ');
  const phone = PARTS.test(text) ? readPhone(text) : undefined;
  return phone === undefined ? [] : [phone];
}

function kindOf(header: string): ColumnKind {
  const words = wordsOf(header);
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (isCallerId(words)) return 'phone';
  if (has(ID_WORDS)) return 'id';
  if (words.some((word) => word.includes('phone') || word.startsWith('mobil')) || has(PHONE_WORDS))
    return 'phone';
  if (words.includes('area') || words.includes('npa')) return 'area code';
  if (has(RECORD_WORDS) || (has(PEOPLE) && words.includes('number'))) return 'id';
  if (has(PEOPLE)) return 'person';
  const isOnly = (...sets: ReadonlySet<string>[]) =>
    words.length > 0 && words.every((word) => sets.some((set) => set.has(word)));
  if (isOnly(PLACES_ALONE)) return 'place';
  const isCalled = words.length > 1 && (has(PLACE_WORDS) || has(CALLED_WORDS));
  if (isCalled && has(NUMBER_WORDS) && isOnly(NUMBER_WORDS, PLACES_ALONE, CALLED_WORDS)) return 'phone';
  // The number of a policy is none to call.
  return has(NUMBER_WORDS) && isOnly(NUMBER_WORDS, PLACES_ALONE, HEADER_WORDS) ? 'number' : 'other';
}

const MAX_HEADER = 80;

/** The words of a header, without the numbers that count columns. */
function wordsOf(header: string): string[] {
  return headerWords(header.slice(0, MAX_HEADER)).filter((word) => /\p{L}/u.test(word));
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}
