import type { ListWarnings } from './list-warnings.ts';

/** Letters of UTF-8 that were read in another encoding ("MÃ¼ller"), as Windows-1252 has their bytes. */
const CONTINUED = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const DAMAGED = new RegExp(`\\uFFFD|[Â-Å]${CONTINUED}|[à-ï]${CONTINUED}{2}`);

/** Returns whether a text was damaged before it was saved: a character was lost, or read in another encoding. */
export function isDamaged(text: string): boolean {
  return DAMAGED.test(text);
}

/** Notes a row with a cell that was damaged, by its line. */
export function noteDamage(warnings: ListWarnings, cells: readonly string[], line: number): void {
  const cell = cells.find(isDamaged);
  if (cell === undefined) return;
  warnings.note(cell.includes('\uFFFD') ? 'lost_character' : 'garbled_text', line, cell.trim());
}
