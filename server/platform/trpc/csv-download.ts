import { spreadsheetHead, spreadsheetLine } from '#shared/csv-line.ts';
import { FileDownload } from './trpc.ts';

/** Rows that are written at a time where they are read one by one. */
export const CSV_BATCH = 500;

/** Rows of a CSV file, in batches: what is read at a time is written at a time. */
export type CsvRows = AsyncIterable<readonly (readonly string[])[]>;

/** Returns a CSV file for spreadsheets, streamed in constant memory; what no file name may contain is replaced in its name. */
export function csvDownload(fileName: string, headers: readonly string[], rows: CsvRows): FileDownload {
  return new FileDownload(fileName.replace(/[/\\\p{Cc}]/gu, '_'), csvText(headers, rows));
}

/** Yields the text of a CSV file with a byte order mark, so that spreadsheets read it as UTF-8, a batch at a time. */
export async function* csvText(headers: readonly string[], rows: CsvRows): AsyncGenerator<string> {
  let text = spreadsheetHead(headers);
  for await (const batch of rows) {
    for (const cells of batch) text += spreadsheetLine(cells);
    if (text === '') continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
