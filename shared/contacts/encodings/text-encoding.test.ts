import { expect, test } from 'vitest';
import { ENCODING_NAMES, encodingOfLabel, createTextReader, UnreadableTextError } from './text-encoding.ts';

const bytes = (...codes: number[]) => Uint8Array.from(codes);

test.each([
  ['utf-8', bytes(0x5a, 0xc3)],
  ['utf-8', bytes(0x61, 0, 0x62)],
  ['utf-16le', bytes(0x00, 0xd8, 0x41, 0x00)],
  ['utf-16be', bytes(0x00, 0x61, 0x00)],
  ['windows-1252', bytes(0x61, 0x81)],
  ['windows-1251', bytes(0x61, 0x98)],
  ['shift_jis', bytes(0x91, 0x20)],
  ['gb18030', bytes(0xff, 0x41)],
  ['utf-8', bytes(0x1b, 0x24, 0x42, 0x3b, 0x33, 0x1b, 0x28, 0x42)],
] as const)('%s bytes that are no text are refused: %j', (encoding, text) => {
  expect(() => createTextReader(encoding).read(text)).toThrow(UnreadableTextError);
});

test('a replacement character that a file has is text', () => {
  const text = 'Zo\uFFFD';
  expect(createTextReader('utf-8').read(new TextEncoder().encode(text))).toBe(text);
  expect(createTextReader('utf-16le').read(bytes(0xfd, 0xff))).toBe('\uFFFD');
});

test('a character may be divided between two parts', () => {
  const reader = createTextReader('shift_jis');
  expect(reader.read(bytes(0x91), true) + reader.read(bytes(0xbe))).toBe('太');
});

test('the marks of Windows-1252 are read on every Node', () => {
  expect(createTextReader('windows-1252').read(bytes(0x80, 0x96, 0x92))).toBe('€–’');
});

test.each([
  ['ibm850', bytes(0x4a, 0x6f, 0x73, 0x82, 0x20, 0xa5, 0x61), 'José Ña'],
  ['ibm852', bytes(0x9d, 0xa2, 0x64, 0xab), 'Łódź'],
] as const)('letters of DOS are read in %s', (encoding, text, expected) => {
  expect(createTextReader(encoding).read(text)).toBe(expected);
});

test.each([
  ['gbk', 'gb18030'],
  ['cp936', 'gb18030'],
  ['CP1251', 'windows-1251'],
  ['latin1', 'windows-1252'],
  ['sjis', 'shift_jis'],
  ['macroman', 'macintosh'],
  ['UTF8', 'utf-8'],
  ['CP850', 'ibm850'],
  ['ibm852', 'ibm852'],
  ['klingon', undefined],
  ['iso-2022-jp', undefined],
])('the label %s is %s', (label, encoding) => {
  expect(encodingOfLabel(label)).toBe(encoding);
});

test('encodings have the names that people know', () => {
  expect(ENCODING_NAMES).toEqual({
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
  });
});

test.each([
  ['cp850', 'ibm850'],
  ['CP852', 'ibm852'],
  [' macroman ', 'macintosh'],
  ['mac-roman', 'macintosh'],
  ['cp932', 'shift_jis'],
  ['cp936', 'gb18030'],
  ['cp949', 'euc-kr'],
  ['cp950', 'big5'],
  ['utf8', 'utf-8'],
  ['utf16', 'utf-16le'],
  ['latin1', 'windows-1252'],
  ['gbk', 'gb18030'],
  ['ibm850', 'ibm850'],
  ['iso-2022-jp', undefined],
  ['', undefined],
  ['x', undefined],
])('the label %j names %s', (label, encoding) => {
  expect(encodingOfLabel(label)).toBe(encoding);
});
