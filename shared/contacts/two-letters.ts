import type { ContactCells } from './contact-cells.ts';

const SMALL_A = 0x61;
const LETTERS = 26;

/** Returns a table of codes of two letters for `isEmptyOrCode`. */
export function tableOf(codes: readonly string[]): Uint8Array {
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

/** Returns whether a cell is empty or one of the codes of a table, in any case. Allocates nothing. */
export function isEmptyOrCode(
  { codes, starts, lengths }: ContactCells,
  column: number,
  table: Uint8Array,
): boolean {
  const length = lengths[column] ?? 0;
  const start = starts[column] ?? 0;
  return length === 0 || (length === 2 && table[placeOf(codes[start], codes[start + 1])] === 1);
}
