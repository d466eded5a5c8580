import { CONTACT_COLUMNS } from './columns/contact-columns.ts';
import { fileProblem, NOT_TEXT, SAVE_AS_CSV, textProblem } from './contact-file.ts';
import { visible } from './visible-text.ts';
import { CsvReader, type Delimiter } from './csv-reader.ts';
import { MalformedCsvError } from './malformed-csv.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

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
 * `fallbackLayout` helps if later bytes are not.
 */
export function readLayout(head: Uint8Array): LayoutReading {
  const encoding = utf16Of(head) ?? 'utf-8';
  const problem = encoding === 'utf-8' ? fileProblem(head) : null;
  if (problem !== null) return { ok: false, problem };
  const text = decoderOf(encoding).decode(head);
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
  const start = encoding === 'utf-8' ? new TextEncoder().encode(line).length : line.length * 2;
  return { ok: true, layout: { encoding, newline, delimiter, start } };
}

/**
 * Returns the layout to try next for a file that proved not to be UTF-8: Windows-1252, which Excel writes for "CSV".
 * Null if the file says that it is UTF-8, or was read otherwise: then it is damaged.
 */
export function fallbackLayout(layout: FileLayout, head: Uint8Array): FileLayout | null {
  const isMarked = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf;
  return layout.encoding === 'utf-8' && !isMarked ? { ...layout, encoding: 'windows-1252' } : null;
}

/** The bytes of a file are not text in the encoding of its layout. The message is for people. */
export class UnreadableTextError extends Error {}

/** UTF-8 that was read as Windows-1252 ("MÃ¼ller"), and characters that Windows-1252 does not have. */
const CONTINUED = '[\\u00A0-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const NOT_WINDOWS = new RegExp(`[\\u0080-\\u009F]|[Â-Å]${CONTINUED}|[à-ï]${CONTINUED}{2}`);

/** The bytes 0x80 to 0x9F of Windows-1252 in order. Node 20 decodes them as the controls of Latin-1. */
export const WINDOWS_MARKS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

/** Returns a decoded chunk of a file without its invisible characters. Throws `UnreadableTextError` if it is not text. */
export function checkedText(decoded: string, encoding: TextEncoding): string {
  const text = visible(encoding === 'windows-1252' ? withWindowsMarks(decoded) : decoded);
  if (encoding === 'utf-8' || text.includes('\0')) {
    const problem = textProblem(text);
    if (problem !== null) throw new UnreadableTextError(problem);
  } else if (encoding === 'windows-1252' ? NOT_WINDOWS.test(text) : text.includes('\uFFFD')) {
    const name = encoding === 'windows-1252' ? 'UTF-8' : 'UTF-16';
    throw new UnreadableTextError(`The file is not ${name} text. ${SAVE_AS_CSV}`);
  }
  return text;
}

function withWindowsMarks(text: string): string {
  return text.replace(/[\u0080-\u009F]/g, (control) => WINDOWS_MARKS.charAt(control.charCodeAt(0) - 0x80));
}

/** Returns a decoder that keeps the byte order mark: the parser drops it at the beginning of the file only. */
export function decoderOf(encoding: TextEncoding): TextDecoder {
  return new TextDecoder(encoding, { ignoreBOM: true });
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
    const known = cells.filter((cell) => KNOWN_NAMES.has(cell.trim().toLowerCase())).length;
    return { delimiter, known, count: cells.length };
  }).toSorted((a, b) => b.known - a.known || b.count - a.count);
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
