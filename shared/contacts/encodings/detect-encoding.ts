import { SAVE_AS_CSV } from '#shared/contacts/contact-file.ts';
import { isPlausible } from './plausible-cell.ts';
import {
  createTextReader,
  ENCODING_NAMES,
  OTHER_ENCODINGS,
  UnreadableTextError,
  type TextEncoding,
} from './text-encoding.ts';

/** An encoding that a file may be in, and some of its cells in it. */
export interface EncodingChoice {
  encoding: TextEncoding;
  sample: string[];
}

/** The encoding of a file, if its text leaves no other, or those that it may be in, the likeliest first. */
export type EncodingReading =
  { isCertain: true; encoding: TextEncoding } | { isCertain: false; choices: EncodingChoice[] };

/** Returns why a file whose encoding is not certain is refused, for people. */
export function encodingProblem(choices: readonly EncodingChoice[]): string {
  const names = choices.map(({ encoding }) => ENCODING_NAMES[encoding]);
  const may = names.length === 0 ? '' : `: it may be ${names.join(' or ')}`;
  return `The file is not UTF-8 text${may}. ${SAVE_AS_CSV}`;
}

/** The part of the cells that reads well in the encoding of a file; of two bytes a character, only common ones are known. */
const LEAST_PLAUSIBLE = 0.9;
const LEAST_IDEOGRAPHS = 0.5;
const IDEOGRAPHIC: ReadonlySet<string> = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr']);
const MAX_CHOICES = 5;
const MAX_SAMPLE = 3;

interface Candidate {
  encoding: TextEncoding;
  texts: string[];
  plausible: boolean[];
}

/**
 * Finds the encoding of a file that is not Unicode by its cells beyond ASCII: a pure function of them. An encoding is certain if
 * nearly all cells read as names in it, and in every other one those that read differently mostly do not.
 */
export function detectEncoding(cells: readonly Uint8Array[]): EncodingReading {
  if (isDamagedUnicode(cells)) return { isCertain: false, choices: [] };
  const candidates = OTHER_ENCODINGS.flatMap((encoding) => candidateOf(encoding, cells) ?? []);
  const certain = candidates.find((one) => candidates.every((other) => one === other || beats(one, other)));
  if (certain !== undefined) return { isCertain: true, encoding: certain.encoding };
  const ordered = candidates.filter((one) => scoreOf(one) > 0).toSorted((a, b) => scoreOf(b) - scoreOf(a));
  return { isCertain: false, choices: withoutRepeats(ordered).slice(0, MAX_CHOICES).map(choiceOf) };
}

/** Whether most cells are UTF-8: the others were cut or joined to them from another file. */
function isDamagedUnicode(cells: readonly Uint8Array[]): boolean {
  const unicode = cells.filter((cell) => candidateOf('utf-8', [cell]) !== undefined).length;
  return unicode * 2 > cells.length;
}

/** Returns how the cells read in an encoding, or undefined if they are no text in it. */
function candidateOf(encoding: TextEncoding, cells: readonly Uint8Array[]): Candidate | undefined {
  try {
    const reader = createTextReader(encoding);
    const texts = cells.map((cell) => reader.read(cell));
    return {
      encoding,
      texts,
      plausible: cells.map((cell, at) => isPlausible(cell, texts[at] ?? '', encoding)),
    };
  } catch (error) {
    if (error instanceof UnreadableTextError) return undefined;
    throw error;
  }
}

/** Whether the cells that two encodings read differently say that they are in the first one. */
function beats(one: Candidate, other: Candidate): boolean {
  const differing = [...one.texts.keys()].filter((at) => one.texts[at] !== other.texts[at]);
  if (differing.length === 0) return isLikely(one, [...one.texts.keys()]);
  const [own, others] = [one, other].map(({ plausible }) => differing.filter((at) => plausible[at]).length);
  return isLikely(one, differing) && (others ?? 0) * 2 <= (own ?? 0);
}

function isLikely({ encoding, plausible }: Candidate, places: readonly number[]): boolean {
  const least = IDEOGRAPHIC.has(encoding) ? LEAST_IDEOGRAPHS : LEAST_PLAUSIBLE;
  const count = places.filter((at) => plausible[at]).length;
  return count > 0 && count >= least * places.length;
}

function scoreOf({ plausible }: Candidate): number {
  return plausible.filter(Boolean).length;
}

/** Leaves out encodings in which every cell reads as in a likelier one. */
function withoutRepeats(candidates: readonly Candidate[]): Candidate[] {
  const isSame = (one: Candidate, other: Candidate) =>
    one.texts.every((text, at) => text === other.texts[at]);
  return candidates.filter((one, at) => !candidates.slice(0, at).some((other) => isSame(one, other)));
}

function choiceOf({ encoding, texts }: Candidate): EncodingChoice {
  return { encoding, sample: [...new Set(texts)].slice(0, MAX_SAMPLE) };
}
