import { columnNames, MAX_COLUMNS } from '#shared/contacts/columns/contact-columns.ts';
import { likelyHeader, SEARCHED_ROWS } from '#shared/contacts/columns/header-row.ts';
import { NO_HEADER } from '#shared/contacts/columns/column-mapping.ts';
import { MalformedCsvError } from '#shared/contacts/malformed-csv.ts';
import type { FileLayout } from '#shared/contacts/file-layout.ts';
import { readRecords } from './records.ts';

/** A row that is not blank. `row` is its number in a spreadsheet, from 1. */
interface TopRow {
  row: number;
  cells: string[];
}

/** The first rows of a file, and which of them has the headers. */
export interface FileHeader {
  /** Rows that are not blank; their cells are cut: they are for people and `suggestMapping` to recognize. */
  top: TopRow[];
  /** The index of the header in `top`; -1 for a file without one. */
  at: number;
  /** The headers. */
  names: string[];
}

/** Rows by whose cells columns are told apart. */
const SAMPLED_ROWS = 200;
/** Fewer rows of a file with very many columns. */
const SAMPLED_CELLS = 40_000;
const MIN_ROWS = 20;
const MAX_LENGTH = 80;

/** Reads the first rows of a file. The header is in the row `headerRow`, or where it is most likely for null. */
export async function readFileHeader(
  file: Blob,
  layout: FileLayout,
  headerRow: number | null,
): Promise<FileHeader> {
  const top: TopRow[] = [];
  let row = 0;
  let most = SAMPLED_ROWS;
  const records = readRecords(file, layout, (record) => {
    row += 1;
    if (record.isBlank || top.length > most) return;
    const cells = columnNames(record.cells()).slice(0, MAX_COLUMNS).map(shortened);
    top.push({ row, cells });
    most = Math.min(most, Math.max(MIN_ROWS, Math.ceil(SAMPLED_CELLS / Math.max(1, cells.length))));
  });
  try {
    for await (const _ of records) if (top.length > most) break;
  } catch (error) {
    // The caller reports it with its line.
    if (!(error instanceof MalformedCsvError)) throw error;
  }
  return withHeaderAt({ top, at: 0, names: [] }, headerAt(top, headerRow));
}

function headerAt(top: readonly TopRow[], headerRow: number | null): number {
  if (headerRow === NO_HEADER) return -1;
  if (headerRow === null) return likelyHeader(top.map(({ cells }) => cells));
  return Math.max(
    0,
    top.findIndex(({ row }) => row >= headerRow),
  );
}

/** Returns the same rows with another one as the header, or none: its columns have no names then. */
export function withHeaderAt({ top }: FileHeader, at: number): FileHeader {
  return { top, at, names: at === -1 ? unnamedColumns(top) : (top[at]?.cells ?? []) };
}

/** Returns an empty name for each column of a file without headers: as many as most of its rows have cells. */
function unnamedColumns(top: readonly TopRow[]): string[] {
  const widths = top.map(({ cells }) => cells.length);
  const rowsOf = (width: number) => widths.filter((other) => other === width).length;
  const [width = 0] = [...new Set(widths)].toSorted((a, b) => rowsOf(b) - rowsOf(a));
  return Array.from({ length: width }, () => '');
}

/** Returns the rows in which the header can be. */
export function headerRows({ top }: FileHeader): readonly TopRow[] {
  return top.slice(0, SEARCHED_ROWS);
}

/** Returns the number of the row that has the header, from 1; `NO_HEADER` for a file without one. */
export function headerRowOf({ top, at }: FileHeader): number {
  return at === -1 ? NO_HEADER : (top[at]?.row ?? 1);
}

/** Returns the first cells below the header by column, blank ones included. */
export function cellsBelow({ top, at, names }: FileHeader): string[][] {
  const below = top.slice(at + 1);
  return names.map((_, column) => below.map(({ cells }) => cells[column] ?? ''));
}

const SAMPLES = 3;

/** Returns the first different cells of each column that are not empty. */
export function sampleCells(header: FileHeader): string[][] {
  return cellsBelow(header).map((cells) =>
    [...new Set(cells.filter((cell) => cell !== ''))].slice(0, SAMPLES),
  );
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
