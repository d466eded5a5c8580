import { CONTACT_COLUMNS } from './columns/contact-columns.ts';
import { visible } from './visible-text.ts';
import { fileProblem, NOT_TEXT, SAVE_AS_CSV } from './contact-file.ts';
import { createDecoder, type TextEncoding } from './encodings/text-encoding.ts';
import { CsvReader, type Delimiter } from './csv-reader.ts';
import { MalformedCsvError } from './malformed-csv.ts';

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

/** Returns the delimiter by which the header has the most known names or, with equally many, the most cells. */
function delimiterOf(text: string, newline: '\n' | '\r'): Delimiter {
  const [best] = DELIMITERS.map((delimiter) => {
    const cells = firstRecord(visible(text), newline, delimiter);
    const knownNames = cells.filter((cell) => KNOWN_NAMES.has(cell.trim().toLowerCase())).length;
    return { delimiter, knownNames, count: cells.length };
  }).toSorted((a, b) => b.knownNames - a.knownNames || b.count - a.count);
  return best?.delimiter ?? ',';
}

function firstRecord(text: string, newline: '\n' | '\r', delimiter: Delimiter): string[] {
  let cells: string[] = [];
  try {
    new CsvReader(newline, delimiter).end(text, (record) => {
      if (cells.length === 0 && !record.isBlank) cells = record.cells();
    });
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
  }
  return cells;
}
