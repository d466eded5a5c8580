import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { csvText, inBatches } from '#server/platform/trpc/csv-download.ts';
import type { ExportedAccount, ExportFile, ExportRow } from '#server/platform/module/export-section.ts';
import type { ExportSources } from './export-sources.ts';

/** Opens the zip file of an account. It is made while it is read, in constant memory; `signal` ends it with an error. */
export async function openArchive(
  { sections, files }: ExportSources,
  account: ExportedAccount,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const zip = new ZipFile();
  const archive = addAbortSignal(signal, new PassThrough());
  zip.once('error', (error: Error) => archive.destroy(error));
  for (const { name, columns, rows } of sections()) {
    zip.addReadStream(Readable.from(asJson(rows(account))), `${name}.json`);
    zip.addReadStream(Readable.from(asCsv(columns, rows(account))), `${name}.csv`);
  }
  // Compressed audio does not become smaller.
  for (const file of await files(account))
    zip.addReadStream(Readable.from(contentOf(file)), file.path, { compress: false });
  zip.end();
  zip.outputStream.pipe(archive);
  return archive as AsyncIterable<Buffer>;
}

async function* asJson(rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

function asCsv(columns: readonly string[], rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  return csvText(columns, inBatches(cellsOf(columns, rows)));
}

async function* cellsOf(
  columns: readonly string[],
  rows: AsyncIterable<ExportRow>,
): AsyncGenerator<string[]> {
  for await (const row of rows) yield columns.map((column) => String(row[column] ?? ''));
}

async function* contentOf({ read }: ExportFile): AsyncGenerator<Buffer> {
  const content = await read();
  if (content !== undefined) yield content;
}
