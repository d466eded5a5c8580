import { SAVE_AS_CSV, NOT_TEXT } from '#shared/contacts/contact-file.ts';
import { decodeDos, DOS_LETTERS, type DosEncoding } from './dos-letters.ts';
import { visible } from '#shared/contacts/visible-text.ts';

/** The encodings in which a contact file can be read, by their names in the Encoding standard, and as people know them. */
export const ENCODING_NAMES = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows Western European',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows Central European',
  'iso-8859-2': 'ISO Central European',
  'windows-1251': 'Windows Cyrillic',
  'koi8-r': 'KOI8 Cyrillic',
  'windows-1253': 'Windows Greek',
  'windows-1254': 'Windows Turkish',
  'windows-1255': 'Windows Hebrew',
  'windows-874': 'Windows Thai',
  ibm850: 'DOS Western European',
  ibm852: 'DOS Central European',
  shift_jis: 'Japanese Shift JIS',
  'euc-jp': 'Japanese EUC',
  gb18030: 'Simplified Chinese',
  big5: 'Traditional Chinese',
  'euc-kr': 'Korean',
} as const;
export type TextEncoding = keyof typeof ENCODING_NAMES;

/** Encodings that are not Unicode: no mark and no form of their bytes tells them. */
export const OTHER_ENCODINGS = (Object.keys(ENCODING_NAMES) as TextEncoding[]).filter(
  (name) => !name.startsWith('utf-'),
);

/** Returns the encoding of a label of the Encoding standard such as `gbk` or `cp1251`; undefined for others. */
export function encodingOfLabel(label: string): TextEncoding | undefined {
  const name = MORE_LABELS[label.trim().toLowerCase()] ?? label.trim().toLowerCase();
  if (isDos(name)) return name;
  try {
    // GBK is the older part of GB 18030.
    const { encoding } = new TextDecoder(name);
    const found = encoding === 'gbk' ? 'gb18030' : encoding;
    return Object.hasOwn(ENCODING_NAMES, found) ? (found as TextEncoding) : undefined;
  } catch {
    return undefined;
  }
}

/** Names that people use and the standard does not have. */
const MORE_LABELS: Readonly<Record<string, string>> = {
  cp850: 'ibm850',
  cp852: 'ibm852',
  macroman: 'macintosh',
  'mac-roman': 'macintosh',
  cp932: 'shift_jis',
  cp936: 'gbk',
  cp949: 'euc-kr',
  cp950: 'big5',
  utf8: 'utf-8',
  utf16: 'utf-16le',
};

/** The bytes of a file are not text in the encoding of its layout. The message is for people. */
export class UnreadableTextError extends Error {
  /** Whether they are text in no encoding. */
  isBinary = false;
}

/** Decodes the bytes of a file. */
export interface TextReader {
  /** Decodes a part, without invisible characters; with `more`, a character at its end may continue. Throws `UnreadableTextError`. */
  read(bytes: Uint8Array, more?: boolean): string;
}

/** What decodes bytes of an encoding, as `TextDecoder` does. */
type Decoder = Pick<TextDecoder, 'decode'>;

/** Creates a decoder that keeps marks of byte order. `fatal`: bytes which are no character of the encoding throw. */
export function createDecoder(encoding: TextEncoding, fatal: boolean): Decoder {
  if (!isDos(encoding)) return new TextDecoder(encoding, { ignoreBOM: true, fatal });
  return { decode: (bytes) => decodeDos(bytes as Uint8Array, encoding) };
}

function isDos(name: string): name is DosEncoding {
  return Object.hasOwn(DOS_LETTERS, name);
}

/** Begins the shifts of ISO-2022, whose bytes are all ASCII. */
const ESCAPE = '\u001B';

/** Creates a reader that refuses bytes which are no character of an encoding. */
export function createTextReader(encoding: TextEncoding): TextReader {
  const decoder = createDecoder(encoding, true);
  return {
    read(bytes, more = false) {
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: more });
      } catch {
        throw notText(encoding);
      }
      if (text.includes('\0')) throw binary();
      if (text.includes(ESCAPE)) throw notText(encoding);
      text = visible(text);
      if (!SINGLE_BYTE.has(encoding)) return text;
      if (encoding === 'windows-1252') text = withWindowsMarks(text);
      if (CONTROLS.test(text)) throw notText(encoding);
      return text;
    },
  };
}

function binary(): UnreadableTextError {
  return Object.assign(new UnreadableTextError(NOT_TEXT), { isBinary: true });
}

function notText(encoding: TextEncoding): UnreadableTextError {
  return new UnreadableTextError(`The file is not ${ENCODING_NAMES[encoding]} text. ${SAVE_AS_CSV}`);
}

/** Bytes that these encodings do not have are decoded as controls. */
const CONTROLS = /[\u0080-\u009F]/;
const SINGLE_BYTE: ReadonlySet<TextEncoding> = new Set<TextEncoding>([
  ...(['windows-1252', 'windows-1250', 'iso-8859-2', 'windows-1251'] as const),
  ...(['windows-1253', 'windows-1254', 'windows-1255', 'windows-874'] as const),
]);

/** The bytes 0x80 to 0x9F of Windows-1252 in order. Node 20 decodes them as the controls of Latin-1. */
export const WINDOWS_MARKS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';

function withWindowsMarks(text: string): string {
  return text.replace(/[\u0080-\u009F]/g, (control) => WINDOWS_MARKS.charAt(control.charCodeAt(0) - 0x80));
}
