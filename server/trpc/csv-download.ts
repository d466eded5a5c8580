import { csvLine } from '#shared/csv-line.ts';
import { neutralCell } from '#shared/formats.ts';
import { FileDownload } from './trpc.ts';

/** Rows that are written at a time where they are read one by one. */
const BATCH = 500;
const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;
const BYTE_ORDER_MARK = '\uFEFF';

/** Rows of a CSV file, in batches: what is read at a time is written at a time. */
export type CsvRows = AsyncIterable<readonly (readonly string[])[]>;

/** Returns a CSV file for spreadsheets, streamed in constant memory; what no file name may contain is replaced in its name. */
export function csvDownload(fileName: string, headers: readonly string[], rows: CsvRows): FileDownload {
  return new FileDownload(fileName.replace(/[/\\\p{Cc}]/gu, '_'), content(headers, rows));
}

/** Rows that are read one by one, for `csvDownload`. */
export async function* inBatches(
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<(readonly string[])[]> {
  let batch: (readonly string[])[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** A negative number is none of the formulas that are shown as text. */
function shownCell(cell: string): string {
  return NEGATIVE_NUMBER.test(cell) ? cell : neutralCell(cell);
}

async function* content(headers: readonly string[], rows: CsvRows): AsyncGenerator<string> {
  let text = BYTE_ORDER_MARK + csvLine(headers);
  for await (const batch of rows) {
    for (const cells of batch) text += csvLine(cells.map(shownCell));
    if (text === '') continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
