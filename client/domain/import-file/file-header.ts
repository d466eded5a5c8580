import { columnNames, MAX_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';
import { readRecords } from './records.ts';

/** The columns of a file as it names them, with the cells of its first rows. */
export interface FileHeader {
  names: string[];
  /** For each column, up to `SAMPLES` cells that are not empty. */
  samples: string[][];
}

const SAMPLES = 2;
/** Rows among which the samples are looked for. */
const SAMPLED_ROWS = 20;
/** Longer names and cells are cut: they are for people to recognize. */
const MAX_LENGTH = 80;

/** Reads the header and the first rows of a file. */
export async function readFileHeader(file: Blob, layout: FileLayout): Promise<FileHeader> {
  const header: FileHeader = { names: [], samples: [] };
  let rows = 0;
  const records = readRecords(file, layout, (record) => {
    if (record.isBlank || rows > SAMPLED_ROWS) return;
    rows += 1;
    if (rows === 1) {
      header.names = columnNames(record.cells()).slice(0, MAX_COLUMNS).map(shortened);
      header.samples = header.names.map(() => []);
      return;
    }
    for (const [at, found] of header.samples.entries()) {
      const cell = record.cell(at).trim();
      if (cell !== '' && found.length < SAMPLES) found.push(shortened(cell));
    }
  });
  try {
    for await (const _ of records) if (rows > SAMPLED_ROWS) break;
  } catch (error) {
    // The caller reports it with its line.
    if (!(error instanceof MalformedCsvError)) throw error;
  }
  return header;
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
