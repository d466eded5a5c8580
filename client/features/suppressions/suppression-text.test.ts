import { expect, test } from 'vitest';
import { addedText, importedText, listSummary, repeatedText } from './suppression-text.ts';

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

test('adding a number that is already on the list says so', () => {
  expect(addedText('12025550143', true)).toBe('+1 (202) 555-0143 will no longer be called.');
  expect(addedText('12025550143', false)).toBe('+1 (202) 555-0143 is already on the list.');
});
