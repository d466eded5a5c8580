import { CONTACT_COLUMNS } from './columns/contact-columns.ts';
import { namedColumns, SEARCHED_ROWS } from './columns/header-row.ts';
import { visible } from './visible-text.ts';
import { fileProblem, NOT_TEXT, SAVE_AS_CSV } from './contact-file.ts';
import { createDecoder, type TextEncoding } from './encodings/text-encoding.ts';
import { CsvReader, type Delimiter } from './csv-reader.ts';

/** How the text of a contact file is written. */
export interface FileLayout {
  encoding: TextEncoding;
  newline: '\n' | '\r';
  delimiter: Delimiter;
  /** The byte offset of the first record: above 0 if Excel's line `sep=;` stands before it. */
  start: number;
}

export type LayoutReading = { ok: true; layout: FileLayout } | { ok: false; problem: string };

/** The comma comes first: it wins where the header fits several. */
const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const KNOWN_NAMES = new Set(CONTACT_COLUMNS.map(({ header }) => header.toLowerCase()));

/**
 * Finds the layout of a file by its first `FILE_HEAD_BYTES` bytes. Text without the marks of UTF-16 is taken for UTF-8;
 * `detectEncoding` helps if later bytes are not.
 */
export function readLayout(head: Uint8Array): LayoutReading {
  const encoding = utf16Of(head) ?? 'utf-8';
  const problem = encoding === 'utf-8' ? fileProblem(head) : null;
  if (problem !== null) return { ok: false, problem };
  return layoutOf(encoding, head);
}

/** Returns the layout of a file in an encoding that is known. */
export function layoutOf(encoding: TextEncoding, head: Uint8Array): LayoutReading {
  const text = createDecoder(encoding, false).decode(head);
  if (text.includes('\0')) return { ok: false, problem: NOT_TEXT };
  const newline = text.includes('\r') && !text.includes('\n') ? '\r' : '\n';
  const separator = /^\uFEFF?"?sep=(.)"?[^\S\r\n]*(?:\r\n|\r|\n|$)/i.exec(text);
  if (separator === null) {
    return { ok: true, layout: { encoding, newline, delimiter: delimiterOf(text, newline), start: 0 } };
  }
  const [line, named] = separator;
  const delimiter = DELIMITERS.find((mark) => mark === named);
  if (delimiter === undefined) {
    const problem = `The first line names "${String(named)}" as the separator. ${SAVE_AS_CSV}`;
    return { ok: false, problem };
  }
  const start = encoding.startsWith('utf-16') ? line.length * 2 : new TextEncoder().encode(line).length;
  return { ok: true, layout: { encoding, newline, delimiter, start } };
}

/**
 * Returns whether a file that proved not to be in its layout may be in an encoding of one or two bytes a character: not if it
 * says that it is Unicode. Then it is damaged.
 */
export function mayBeOther({ encoding }: FileLayout, head: Uint8Array): boolean {
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return encoding === 'utf-8' && !isMarked;
}

/** Returns which UTF-16 the bytes are by their mark or, without one, by the zero byte of each ASCII character. */
function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  // Names in other scripts have no zero bytes, but the header and its delimiters do.
  const isMost = (count: number) => count * 4 > head.length;
  if (isMost(odd) && even === 0) return 'utf-16le';
  return isMost(even) && odd === 0 ? 'utf-16be' : null;
}

/**
 * Returns the delimiter by which one of the first records, of which titles may be the first, has the most known names; with
 * equally many, names the most columns; where none is named, by which most records have the most cells.
 */
function delimiterOf(text: string, newline: '\n' | '\r'): Delimiter {
  const shown = visible(text);
  const [best] = DELIMITERS.map((delimiter) => {
    const records = firstRecords(shown, newline, delimiter);
    const widths = records.map((cells) => cells.length).toSorted((a, b) => a - b);
    return {
      delimiter,
      known: mostOf(records, (cells) => cells.filter(isKnown).length),
      named: mostOf(records, namedColumns),
      // The median: a title is one cell, and a text may be divided into many.
      width: widths[Math.floor((widths.length - 1) / 2)] ?? 0,
    };
  }).toSorted((a, b) => b.known - a.known || b.named - a.named || b.width - a.width);
  return best?.delimiter ?? ',';
}

function isKnown(cell: string): boolean {
  return KNOWN_NAMES.has(cell.trim().toLowerCase());
}

function mostOf<T>(items: readonly T[], count: (item: T) => number): number {
  return Math.max(0, ...items.map(count));
}

/** Returns the records among which the header is looked for; those that are malformed by a delimiter are left out. */
function firstRecords(text: string, newline: '\n' | '\r', delimiter: Delimiter): string[][] {
  const records: string[][] = [];
  const reader = new CsvReader(newline, delimiter, { malformed: () => undefined });
  reader.end(text, (record) => {
    if (records.length < SEARCHED_ROWS && !record.isBlank) records.push(record.cells());
  });
  return records;
}
