import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { inBatches } from '#server/platform/lib/in-batches.ts';
import { CSV_BATCH, csvText } from '#server/platform/trpc/csv-download.ts';
import type { ExportedAccount, ExportFile, ExportRow } from '#server/platform/module/export-section.ts';
import type { ExportSources } from './export-sources.ts';

type Chunks = AsyncIterable<string | Buffer>;

/**
 * Opens the zip file of an account. It is made while it is read, in constant memory. `signal` ends it with an error, as does one
 * of the data; once it has ended, nothing more is read.
 */
export async function openArchive(
  { sections, files }: ExportSources,
  account: ExportedAccount,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const copied = await files(account);
  const zip = new ZipFile();
  // Stores begin to read later, and an error that nobody hears ends the process. They still get it.
  const archive = addAbortSignal(
    signal,
    new PassThrough().on('error', () => undefined),
  );
  const add = entryAdder(zip, archive);
  for (const { name, columns, rows } of sections()) {
    add(`${name}.json`, () => asJson(rows(account)));
    add(`${name}.csv`, () => asCsv(columns, rows(account)));
  }
  // Compressed audio does not become smaller.
  for (const file of copied) add(file.path, () => contentOf(file), { compress: false });
  zip.end();
  zip.outputStream.pipe(archive);
  return archive as AsyncIterable<Buffer>;
}

/** Returns what adds an entry to a zip file, whose content is read when its turn comes. */
function entryAdder(zip: ZipFile, archive: PassThrough) {
  const fail = (error: Error) => archive.destroy(error);
  let current: Readable | undefined;
  zip.once('error', fail);
  archive.once('close', () => current?.destroy());
  return (path: string, read: () => Chunks, options: { compress?: boolean } = {}): void => {
    zip.addReadStreamLazy(path, options, (begin) => {
      if (archive.destroyed) return;
      // The zip file does not listen for errors, and one that nobody hears ends the process.
      current = Readable.from(read()).once('error', fail);
      begin(null, current);
    });
  };
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
  return csvText(columns, inBatches(cellsOf(columns, rows), CSV_BATCH));
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
