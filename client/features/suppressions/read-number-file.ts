import Papa from 'papaparse';
import { numberFileText } from '#shared/contacts/number-file.ts';
import { formatNumber } from '#shared/formats.ts';
import {
  MAX_IMPORT_BYTES,
  MAX_IMPORT_LINES,
  readNumberList,
  type NumberList,
} from '#shared/contacts/suppression-list.ts';

/** Result of reading a list of numbers: the numbers and errors by line, or why the file is not a list. */
export type NumberFileOutcome = { kind: 'list'; list: NumberList } | { kind: 'problem'; message: string };

/** Reads a CSV file or pasted lines in one piece; their size is limited. */
export async function readNumberFile(file: Blob): Promise<NumberFileOutcome> {
  if (file.size > MAX_IMPORT_BYTES) return problem('The list is larger than 10 MB. Please split it.');
  const read = numberFileText(new Uint8Array(await file.arrayBuffer()));
  if (!read.ok) return problem(read.problem);

  const { data, errors } = Papa.parse<string[]>(read.text.trimEnd(), { delimitersToGuess: [',', ';', '\t'] });
  const quote = errors.find(({ type }) => type === 'Quotes');
  // After an unclosed quotation mark the remaining records are unknown, so a partial list would silently lose
  // numbers.
  if (quote !== undefined)
    return problem(
      `A quotation mark is not closed in line ${formatNumber((quote.row ?? 0) + 1)}. Nothing was imported.`,
    );
  if (data.length > MAX_IMPORT_LINES + HEADER_LINES)
    return problem(`The list has more than ${formatNumber(MAX_IMPORT_LINES)} lines. Please split it.`);

  const list = readNumberList(data);
  if (list.phones.length === 0 && list.errors.length === 0) return problem('The list has no numbers.');
  return { kind: 'list', list };
}

const HEADER_LINES = 1;

function problem(message: string): NumberFileOutcome {
  return { kind: 'problem', message };
}
