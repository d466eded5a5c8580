import { formatNumber } from '#shared/formats.ts';
import { FILE_HEAD_BYTES } from './contact-file.ts';
import { CsvReader } from './csv-reader.ts';
import { readLayout } from './file-layout.ts';
import { visible } from './visible-text.ts';
import { createNumberListReader, MAX_IMPORT_LINES, type NumberList } from './suppression-list.ts';

/** Result of reading a list of numbers: the numbers and errors by line, or why the file is not a list. */
export type NumberFileOutcome = { kind: 'list'; list: NumberList } | { kind: 'problem'; message: string };

/** Bytes read before other work may go on. */
const PIECE_BYTES = 16 * 1024;
const HEADER_LINES = 1;
/** Maximum length of a line, which is read at once: the longest cell of a spreadsheet. */
const MAX_LINE_LENGTH = 32 * 1024;

/**
 * Reads a do-not-call list, a file or pasted lines, in any encoding that contact files have. Yields after each piece how many
 * numbers it has found. Numbers are ASCII in all encodings of a byte a character, so other characters never matter.
 */
export function* readNumbers(bytes: Uint8Array): Generator<number, NumberFileOutcome> {
  const reading = readLayout(bytes.subarray(0, FILE_HEAD_BYTES));
  if (!reading.ok) return problem(reading.problem);
  const { encoding, newline, delimiter, start } = reading.layout;
  const isText = encoding !== 'utf-8' || (yield* isUtf8(bytes));
  const decoder = new TextDecoder(isText ? encoding : 'windows-1252', { ignoreBOM: true });
  const list = createNumberListReader();
  const reader = new CsvReader(newline, delimiter, {
    maxLength: MAX_LINE_LENGTH,
    malformed: ({ message }) => {
      list.addMalformed(message);
    },
  });
  const take: Parameters<CsvReader['read']>[1] = (record) => {
    if (list.lines <= MAX_IMPORT_LINES + HEADER_LINES) list.add(record.isBlank ? [] : record.cells());
  };
  for (let at = start; at < bytes.length; at += PIECE_BYTES) {
    reader.read(visible(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })), take);
    if (list.lines > MAX_IMPORT_LINES + HEADER_LINES) break;
    yield list.count;
  }
  reader.end(decoder.decode(), take);
  if (list.lines > MAX_IMPORT_LINES + HEADER_LINES)
    return problem(`The list has more than ${formatNumber(MAX_IMPORT_LINES)} lines. Please split it.`);
  const read = list.end();
  yield read.phones.length;
  if (read.phones.length === 0 && read.invalid === 0) return problem('The list has no numbers.');
  return { kind: 'list', list: read };
}

/** Reads a list at once. */
export function readAllNumbers(bytes: Uint8Array): NumberFileOutcome {
  const steps = readNumbers(bytes);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

function* isUtf8(bytes: Uint8Array): Generator<number, boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
      yield 0;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

function problem(message: string): NumberFileOutcome {
  return { kind: 'problem', message };
}
