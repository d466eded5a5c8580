import { CONTACT_COLUMNS, type ContactColumn } from './contact-columns.ts';

/** The most columns a file may have; real lists have a dozen. */
export const MAX_COLUMNS = 1_000;

export type HeaderReading = { ok: true; positions: number[] } | { ok: false; message: string };

/**
 * Finds each of `CONTACT_COLUMNS` in the first record of a file: `positions` holds its place, -1 where the file
 * lacks it. Case, spaces around and a byte order mark do not matter; other columns are ignored.
 */
export function readHeader(cells: readonly string[]): HeaderReading {
  if (cells.length > MAX_COLUMNS) {
    return { ok: false, message: `Invalid headers: more than ${String(MAX_COLUMNS)} columns` };
  }
  const names = cells.map((cell) =>
    cell
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const positions = CONTACT_COLUMNS.map(({ header }) => names.indexOf(header.toLowerCase()));
  if (CONTACT_COLUMNS.some(({ required }, column) => required && positions[column] === -1)) {
    return { ok: false, message: 'Invalid headers' };
  }
  const isTwice = ({ header }: ContactColumn, column: number) =>
    names.lastIndexOf(header.toLowerCase()) !== positions[column];
  const twice = CONTACT_COLUMNS.find(isTwice);
  if (twice !== undefined) return { ok: false, message: `Invalid headers: ${twice.header} appears twice` };
  return { ok: true, positions };
}
