import type { LineError } from '#shared/error-codes.ts';
import { numbersOf, phoneProblem, readDialled, type PhoneFault } from './phone-number.ts';

/** Maximum lines and bytes of one import. */
export const MAX_IMPORT_LINES = 100_000;
export const MAX_IMPORT_BYTES = 10 * 1024 * 1024;
/** Numbers per request. */
export const IMPORT_BATCH = 5_000;

export const IMPORT_SAMPLE_NAME = 'do_not_call_sample.csv';
export const IMPORT_SAMPLE = 'PhoneNumber\r\n+12025550143\r\n(202) 555-0187\r\n';

/** Headers of the phone column, letters only, in order of preference: in a contact list the dialled number. */
const PHONE_HEADERS = ['recommendedphone', 'phonenumber', 'phone', 'number', 'mobile', 'cell', 'telephone'];
const MAX_QUOTED = 40;

/** The parsed list. */
export interface NumberList {
  /** Unique numbers in dialled form, in the order of the list. */
  phones: string[];
  /** Number of repeated numbers. */
  repeated: number;
  /** Errors by 1-based line. */
  errors: LineError[];
}

/**
 * Parses the records of a CSV file or of pasted lines, blank ones included, so that a record's index gives its
 * line. Below a header with a phone column only that column is read; without one every cell is a number.
 */
export function readNumberList(records: readonly (readonly string[])[]): NumberList {
  const phones = new Set<string>();
  const errors: LineError[] = [];
  let repeated = 0;
  const first = records.findIndex((record) => !isBlank(record));
  const column = phoneColumn(records[first] ?? []);

  const take = (cell: string, line: number): void => {
    for (const text of numbersOf(cell)) {
      const read = readDialled(text);
      if (!read.ok) errors.push({ line, message: problemOf(text, read.fault) });
      else if (phones.has(read.digits)) repeated += 1;
      else phones.add(read.digits);
    }
  };
  records.forEach((record, index) => {
    if (isBlank(record) || (column !== undefined && index === first)) return;
    if (column === undefined) {
      for (const cell of record) if (cell.trim() !== '') take(cell, index + 1);
    } else {
      take(record[column] ?? '', index + 1);
    }
  });
  return { phones: [...phones], repeated, errors };
}

function isBlank(record: readonly string[]): boolean {
  return record.every((cell) => cell.trim() === '');
}

/** Returns the index of the phone column if the first record is a header. */
function phoneColumn(record: readonly string[]): number | undefined {
  const names = record.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ''));
  const header = PHONE_HEADERS.find((name) => names.includes(name));
  return header === undefined ? undefined : names.indexOf(header);
}

function problemOf(text: string, fault: PhoneFault): string {
  if (text === '') return 'Missing phone number';
  const shown = text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
  return phoneProblem(fault, `"${shown}" is not a US or Canadian phone number`);
}
