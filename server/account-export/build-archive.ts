import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { neutralCell } from '#shared/formats.ts';
import type { ExportedAccount, ExportFile, ExportRow, ExportSources } from './export-section.ts';

/** Opens the zip file of an account. It is made while it is read, in constant memory; `signal` ends it with an error. */
export async function openArchive(
  { sections, files }: ExportSources,
  account: ExportedAccount,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const zip = new ZipFile();
  const archive = addAbortSignal(signal, new PassThrough());
  zip.once('error', (error: Error) => archive.destroy(error));
  for (const { name, columns, rows } of sections) {
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

async function* asCsv(columns: readonly string[], rows: AsyncIterable<ExportRow>): AsyncGenerator<string> {
  // A byte order mark, so that spreadsheets read the file as UTF-8.
  yield `\uFEFF${columns.join(',')}\r\n`;
  for await (const row of rows) yield `${columns.map((column) => cellOf(row[column])).join(',')}\r\n`;
}

function cellOf(value: ExportRow[string] | undefined): string {
  if (typeof value !== 'string') return String(value ?? '');
  return `"${neutralCell(value).replaceAll('"', '""')}"`;
}

async function* contentOf({ read }: ExportFile): AsyncGenerator<Buffer> {
  const content = await read();
  if (content !== undefined) yield content;
}
