import { expect, test } from 'vitest';
import { isPlausible } from './plausible-cell.ts';
import type { TextEncoding } from './text-encoding.ts';

const reads = (text: string, encoding: TextEncoding) => isPlausible(new Uint8Array(), text, encoding);

const WORDS: readonly [TextEncoding, string][] = [
  ['windows-1252', 'José'],
  ['macintosh', 'Zoë'],
  ['windows-1250', 'Łukasz'],
  ['iso-8859-2', 'Wiśniewski'],
  ['windows-1254', 'Çağlar'],
  ['windows-1251', 'Ольга'],
  ['koi8-r', 'Москва'],
  ['windows-1253', 'Αθήνα'],
  ['windows-1255', 'שלום'],
  ['windows-874', 'สมชาย'],
  ['ibm850', 'Müller'],
  ['ibm852', 'Żaneta'],
];

test.each(WORDS)('in %s %s is a word, alone and beside others', (encoding, word) => {
  for (const text of [word, `${word} Lee`, `12 ${word}, 5`]) expect(reads(text, encoding), text).toBe(true);
});

test.each(WORDS)('in %s words of other scripts, controls and lost characters are none', (encoding, word) => {
  const other = /\p{Script=Latin}/u.test(word) ? 'Ольга' : 'José';
  for (const text of [other, `${word} ${other}`, `${word}\u0007`, `${word}\uFFFD`, `${word}\uE000`])
    expect(reads(text, encoding), text).toBe(false);
  expect(reads(`${word}\t5`, encoding)).toBe(true);
});

test.each([
  '€5',
  '5 €',
  '5 – 6 pm',
  '“Acme” Inc.',
  'Acme™',
  '20°',
  'O’Brien',
  'Joe’s',
  'Don’t',
  '¿Sí?',
  '2½ hours',
])('%s has its mark where it is written', (text) => {
  expect(reads(text, 'windows-1252')).toBe(true);
});

test.each(['a€b', 'Acme”', '“Acme', 'a°b', 'x½', '™Acme', '¿Si', 'a–b', 'ABC…', '’'])(
  '%s has its mark where none is',
  (text) => {
    expect(reads(text, 'windows-1252')).toBe(false);
  },
);

test('a space of KOI8 is a letter elsewhere', () => {
  expect([reads('Ольга\u00A0И', 'koi8-r'), reads('Ольга\u00A0и', 'windows-1251')]).toEqual([false, true]);
});
