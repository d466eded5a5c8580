import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { format } from 'fast-csv';
import { neutralCell } from '#shared/formats.ts';
import { FileDownload } from './trpc.ts';

/** Returns a CSV file for spreadsheets, streamed in constant memory; what no file name may contain is replaced in its name. */
export function csvDownload(
  fileName: string,
  headers: string[],
  rows: AsyncIterable<string[]>,
): FileDownload {
  const name = fileName.replace(/[/\\\p{Cc}]/gu, '_');
  return new FileDownload(name, async (out) => {
    const csv = format({
      headers,
      alwaysWriteHeaders: true,
      writeBOM: true,
      includeEndRowDelimiter: true,
      rowDelimiter: '\r\n',
    });
    await pipeline(Readable.from(neutralRows(rows)), csv, out);
  });
}

/** Cells that a spreadsheet would take for a formula are shown as text. */
async function* neutralRows(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const cells of rows) yield cells.map(neutralCell);
}
