import { CONTACT_COLUMNS, type ContactColumn } from './contact-columns.ts';

/** Maximum number of columns in a file; real lists have about a dozen. */
export const MAX_COLUMNS = 1_000;

export type HeaderReading = { ok: true; positions: number[] } | { ok: false; message: string };

/**
 * Maps each of `CONTACT_COLUMNS` to its position in the header record, -1 if absent. Ignores case, surrounding
 * spaces, a byte order mark and unknown columns.
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
