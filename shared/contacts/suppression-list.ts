import type { LineError } from '#shared/error-codes.ts';
import {
  headerIndex,
  numberColumns,
  phonesAt,
  phonesIn,
  writtenPhones,
  type NumberColumns,
} from './number-columns.ts';
import { numbersIn, phoneProblem, readDialled } from './phone-number.ts';
import { hasUnread, isOfPerson, isUnread } from './unread-number.ts';

/** Maximum lines and bytes of one import. */
export const MAX_IMPORT_LINES = 100_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** Numbers per request. */
export const IMPORT_BATCH = 5_000;

export const IMPORT_SAMPLE_NAME = 'do_not_call_sample.csv';
export const IMPORT_SAMPLE = 'PhoneNumber\r\n+12025550143\r\n(202) 555-0187\r\n';

const MAX_QUOTED = 40;
/** Errors that are kept; all lines with one are counted. */
const MAX_ERRORS = 10_000;
/** Rows by which the header and the phone columns are found. */
const SAMPLED_ROWS = 50;

/** The parsed list. */
export interface NumberList {
  /** Unique numbers in dialled form, in the order of the list. */
  phones: string[];
  /** Number of repeated numbers. */
  repeated: number;
  /** Number of lines that have a number which cannot be read, or none. */
  invalid: number;
  /** The first errors by 1-based line, one a line. */
  errors: LineError[];
}

/** Collects the phone numbers of a do-not-call list; a line that cannot be read leaves the others as they are. */
export interface NumberListReader {
  /** Adds a record, blank ones included: the place of a record is its line. */
  add(cells: readonly string[]): void;
  /** Adds a line that is not CSV. */
  addMalformed(message: string): void;
  /** Lines so far, and different numbers in those that are read. */
  readonly lines: number;
  readonly count: number;
  end(): NumberList;
}

interface Row {
  cells: readonly string[];
  line: number;
}

/**
 * Creates a reader of a list, whose header may have titles above it. Below a header every phone number of a row counts: those
 * of the phone columns, and in other columns what is written as one; an id never does. Without a header every cell that is a
 * phone number counts.
 */
export function createNumberListReader(): NumberListReader {
  const phones = new Set<string>();
  const errors: LineError[] = [];
  let [repeated, invalid, lines] = [0, 0, 0];
  /** Null for a list without a header; undefined until enough rows are known. */
  let columns: NumberColumns | null | undefined;
  let waiting: Row[] = [];

  const report = (line: number, problem: () => string) => {
    invalid += 1;
    if (errors.length < MAX_ERRORS) errors.push({ line, message: problem() });
  };
  const take = ({ cells, line }: Row, known = columns) => {
    const row = known == null ? anyPhones(cells) : columnPhones(cells, known);
    for (const phone of row.phones) {
      if (phones.has(phone)) repeated += 1;
      else phones.add(phone);
    }
    const { wrong } = row;
    if (wrong !== undefined) report(line, () => problemOf(wrong));
  };
  const decide = () => {
    const rows = waiting.map(({ cells }) => cells);
    const at = headerIndex(rows);
    for (const row of waiting.slice(0, Math.max(0, at))) if (isOfPerson(row.cells)) take(row, null);
    columns = at === -1 ? null : numberColumns(rows[at] ?? [], rows.slice(at + 1));
    for (const row of waiting.slice(at + 1)) take(row);
    waiting = [];
  };

  return {
    add(cells) {
      lines += 1;
      if (isBlank(cells)) return;
      if (columns !== undefined) take({ cells, line: lines });
      else if (waiting.push({ cells, line: lines }) === SAMPLED_ROWS) decide();
    },
    addMalformed(message) {
      lines += 1;
      report(lines, () => message);
    },
    get lines() {
      return lines;
    },
    get count() {
      return phones.size;
    },
    end() {
      if (columns === undefined) decide();
      return { phones: [...phones], repeated, invalid, errors: errors.toSorted((a, b) => a.line - b.line) };
    },
  };
}

/** The phone numbers of a row, and a cell that should be one and is not. */
interface RowNumbers {
  phones: string[];
  wrong?: string | undefined;
}

function anyPhones(cells: readonly string[]): RowNumbers {
  const phones = phonesIn(cells);
  const unread = cells.find(hasUnread);
  if (phones.length > 0 || unread !== undefined) return { phones, wrong: unread };
  return { phones, wrong: cells.find((cell) => cell.trim() !== '') ?? '' };
}

function columnPhones(
  cells: readonly string[],
  { kinds, phones: isPhone, strict }: NumberColumns,
): RowNumbers {
  const phones = new Set<string>();
  const others: string[] = [];
  let [wrong, filled]: (string | undefined)[] = [];
  for (const [at, cell] of cells.entries()) {
    if (!isPhone.has(at)) {
      if (kinds[at] !== 'id') others.push(cell);
      continue;
    }
    const found = phonesAt(cells, at, kinds);
    for (const phone of found) phones.add(phone);
    const numbers = cell.trim() === '' ? [] : numbersIn(cell);
    if (found.length >= numbers.length) continue;
    filled ??= cell;
    if (strict.has(at) || numbers.some((text) => isUnread(text, kinds[at]))) wrong ??= cell;
  }
  for (const phone of others.flatMap(writtenPhones)) phones.add(phone);
  return { phones: [...phones], wrong: phones.size === 0 ? (wrong ?? filled ?? '') : wrong };
}

function isBlank(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === '');
}

/** Returns what is wrong with the first number of a cell that is none. */
function problemOf(cell: string): string {
  for (const text of numbersIn(cell)) {
    const read = readDialled(text);
    if (read.ok) continue;
    if (text === '') return 'Missing phone number';
    const shown = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
    return phoneProblem(read.fault, `"${shown}" is not a US or Canadian phone number`);
  }
  return 'Missing phone number';
}
