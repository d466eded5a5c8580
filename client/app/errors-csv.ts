import { spreadsheetHead, spreadsheetLine } from '#shared/csv-line.ts';
import type { LineError } from '#shared/error-codes.ts';

/**
 * Returns the errors of a list as a CSV file with the columns Line and Message. A message that a spreadsheet would read as
 * a formula is neutralised.
 */
export function errorsCsv(errors: Iterable<LineError>): Blob {
  const rows = Array.from(errors, ({ line, message }) => spreadsheetLine([line, message]));
  return new Blob([spreadsheetHead(['Line', 'Message']), ...rows], { type: 'text/csv' });
}
