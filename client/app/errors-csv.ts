import type { LineError } from '#shared/error-codes.ts';
import { neutralCell } from '#shared/formats.ts';

/**
 * Returns the errors of a list as a CSV file with the columns Line and Message. A message that a spreadsheet would read as
 * a formula is neutralised.
 */
export function errorsCsv(errors: Iterable<LineError>): Blob {
  // A long list has few distinct messages.
  const cells = new Map<string, string>();
  const cellOf = (message: string): string => {
    let cell = cells.get(message);
    if (cell === undefined) cells.set(message, (cell = `"${neutralCell(message).replaceAll('"', '""')}"`));
    return cell;
  };
  const rows = Array.from(errors, ({ line, message }) => `${String(line)},${cellOf(message)}\r\n`);
  return new Blob(['Line,Message\r\n', ...rows], { type: 'text/csv' });
}
