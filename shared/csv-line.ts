import { neutralCell } from './neutral-cell.ts';

const LINE_END = '\r\n';

/** What a cell is quoted for. */
const QUOTED = /[",\r\n]/;

/** Returns a record of a CSV file with its line end, CRLF by default. */
export function csvLine(cells: readonly string[], lineEnd = LINE_END): string {
  let line = '';
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at] ?? '';
    if (at > 0) line += ',';
    line += QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  }
  return line + lineEnd;
}

/** By which spreadsheets know that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A negative number is none of the formulas that are shown as text. */
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/** Returns a record of a CSV file for spreadsheets, in which cells that they would take for formulas are shown as text. */
export function spreadsheetLine(cells: readonly (string | number)[]): string {
  return csvLine(
    cells.map((cell) =>
      typeof cell === 'number' || NEGATIVE_NUMBER.test(cell) ? String(cell) : neutralCell(cell),
    ),
  );
}

/** Returns the beginning of a CSV file for spreadsheets: the mark of UTF-8 and its headers. */
export function spreadsheetHead(headers: readonly string[]): string {
  return BYTE_ORDER_MARK + spreadsheetLine(headers);
}
