import { numbersIn, readPhone } from '#shared/contacts/phone-number.ts';
import { isOfPerson } from '#shared/contacts/unread-number.ts';
import { headerMeanings } from './header-meaning.ts';

/** Rows among which the headers are looked for: reports have titles, dates and blank lines above. */
export const SEARCHED_ROWS = 10;

/**
 * Returns the index of the row that names the most columns; of several the first. If none does it is 0, or -1 where the first row
 * is a contact: the file has no headers.
 */
export function likelyHeader(rows: readonly (readonly string[])[]): number {
  const counts = rows.slice(0, SEARCHED_ROWS).map(namedColumns);
  const most = Math.max(...counts, 0);
  if (most === 0) return isContact(rows[0] ?? []) ? -1 : 0;
  return counts.indexOf(most);
}

/** Whether the cells of a row are those of a contact: one is a phone, also one that cannot be read, or an e-mail address. */
export function isContact(cells: readonly string[]): boolean {
  const hasPhone = (cell: string) => numbersIn(cell).some((text) => readPhone(text) !== undefined);
  return isOfPerson(cells) || cells.some((cell) => cell.includes('@') || hasPhone(cell));
}

/** Returns how many columns a row names; 0 for a row with data. */
export function namedColumns(cells: readonly string[]): number {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  if (isContact(filled)) return 0;
  return filled.filter((cell) => headerMeanings(cell).length > 0).length;
}
