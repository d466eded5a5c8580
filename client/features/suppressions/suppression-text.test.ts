import { expect, test } from 'vitest';
import { linesOf } from '#client/testing/lines.ts';
import { SUPPRESSION_SOURCES } from '#shared/schemas/calling/suppressions.ts';
import {
  digitsToFind,
  importedText,
  listSummary,
  notFoundText,
  removalText,
  repeatedText,
  SOURCE_LABEL,
} from './suppression-text.ts';

test('counts use singular and plural', () => {
  expect(listSummary(0)).toBe('Numbers that your campaigns never call.');
  expect(listSummary(1)).toBe('1 number that your campaigns never call.');
  expect(listSummary(1_234)).toBe('1,234 numbers that your campaigns never call.');
  expect(importedText(1, 0)).toBe('1 number added.');
  expect(importedText(0, 1)).toBe('0 numbers added, 1 was already on the list.');
  expect(importedText(1_000, 2)).toBe('1,000 numbers added, 2 were already on the list.');
  expect([0, 1, 2].map(repeatedText)).toEqual([
    '',
    '1 duplicate was left out.',
    '2 duplicates were left out.',
  ]);
});

test.each([
  ['', ''],
  ['  ', ''],
  ['0143', '0143'],
  ['(202) 555', '202555'],
  ['smith', null],
  ['408555012.0', null],
  ['140855501239', null],
])('a search for %j looks for %j', (text, digits) => {
  expect(digitsToFind(text)).toBe(digits);
});

test('a search that finds nothing says what it looked for', () => {
  expect(notFoundText('(202) 999', '202999')).toBe('No number on the list contains 202999.');
  expect(notFoundText(' smith', null)).toBe('“smith” is not part of a phone number. Search by digits.');
});

test('each source has its label, and says what a removal means', async () => {
  await expect(
    linesOf(SUPPRESSION_SOURCES.map((source) => [SOURCE_LABEL[source], removalText(source)])),
  ).toMatchFileSnapshot('listed-texts.txt');
});
