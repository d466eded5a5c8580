import { COUNTRY_CODES } from '#shared/countries.ts';
import { COUNTRY, PHONE_NUMBER, RECOMMENDED_PHONE, STATE, type ContactCells } from './contact-cells.ts';
import type { ListWarnings } from './list-warnings.ts';
import { NUMBER_SEPARATOR } from './phone-text.ts';
import { countryCode, STATE_CODES, stateCode } from './places/place-codes.ts';

/** Notes what is odd about a valid row, by its line. Usual cells allocate nothing. */
export function noteRowWarnings(warnings: ListWarnings, cells: ContactCells, line: number): void {
  if (!isCode(cells, STATE, states) && stateCode(cells.cell(STATE)) === undefined)
    warnings.note('unknown_state', line, cells.cell(STATE));
  if (!isCode(cells, COUNTRY, countries) && countryCode(cells.cell(COUNTRY)) === undefined)
    warnings.note('unknown_country', line, cells.cell(COUNTRY));
  if (hasSeveral(cells, PHONE_NUMBER)) warnings.note('several_numbers', line, cells.cell(PHONE_NUMBER));
  else if (hasSeveral(cells, RECOMMENDED_PHONE))
    warnings.note('several_numbers', line, cells.cell(RECOMMENDED_PHONE));
}

const SMALL_A = 0x61;
const LETTERS = 26;
const states = tableOf(STATE_CODES);
const countries = tableOf(COUNTRY_CODES);

/** Returns a table with a 1 at each code of two letters. */
function tableOf(codes: readonly string[]): Uint8Array {
  const table = new Uint8Array(LETTERS * LETTERS);
  for (const code of codes) table[placeOf(code.charCodeAt(0), code.charCodeAt(1))] = 1;
  return table;
}

/** Returns the place of two letters, in small or capital letters; -1 for other characters. */
function placeOf(first = 0, second = 0): number {
  const high = (first | 0x20) - SMALL_A;
  const low = (second | 0x20) - SMALL_A;
  return high < 0 || high >= LETTERS || low < 0 || low >= LETTERS ? -1 : high * LETTERS + low;
}

/** Whether a cell is empty or one of the codes. */
function isCode({ codes, starts, lengths }: ContactCells, column: number, table: Uint8Array): boolean {
  const length = lengths[column] ?? 0;
  const start = starts[column] ?? 0;
  return length === 0 || (length === 2 && table[placeOf(codes[start], codes[start + 1])] === 1);
}

/** A number with its punctuation is shorter than two with what divides them. */
const MAX_ONE_NUMBER = 16;

function hasSeveral(cells: ContactCells, column: number): boolean {
  return (cells.lengths[column] ?? 0) > MAX_ONE_NUMBER && cells.cell(column).includes(NUMBER_SEPARATOR);
}
