import { expect, test } from 'vitest';
import { isCyrillicWord, isGreekWord, isHebrewWord, isThaiWord, type WordRule } from './other-scripts.ts';

const RULES: Record<string, WordRule> = {
  Cyrillic: isCyrillicWord,
  Greek: isGreekWord,
  Hebrew: isHebrewWord,
  Thai: isThaiWord,
};

test.each([
  ['Cyrillic', 'Ольга Иванова МОСКВА и Київ Пётр подъезд мама майор м’ята я'],
  ['Greek', 'Γιώργος Αθήνα ΑΘΗΝΑ Νίκος και τον Ελένη'],
  ['Hebrew', 'שלום דוד כהן צה״ל'],
  ['Thai', 'สมชาย กรุงเทพ ที่'],
])('words of %s are read as such', (script, words) => {
  expect(words.split(' ').filter((word) => RULES[script]?.(word) !== true)).toEqual([]);
});

test.each([
  // Another script, mixed case, no vowel or consonant, five consonants in a row, and signs where they cannot stand.
  ['Cyrillic', 'Olga Oльга ОЛьга иВан Ольга1 1Ольга б взв аои встрвз ьон аьм ыон вй аыыв подььм п'],
  // Another script, letters alone, a sigma at the wrong end, four consonants, no accent or two.
  ['Greek', 'Nikos Νίκοs sΝίκο ΝΙκος Α αα ββ Νίκοσ ςίκο ΐκο αβγδζα αθηνα άθήνα ΑΘΗνΑ ΑΘΗΝΑς'],
  // A letter alone, another script, and a letter for the end of a word within it.
  ['Hebrew', 'ש aשלום שלוםa שםלו 1שלום'],
  // A letter alone, no consonant, no vowel, marks at the beginning, a vowel at the end, signs.
  ['Thai', 'ก aกา กาa ะา กข ่กา กเ กา฿ กา๏'],
])('%s has no such words', (script, words) => {
  expect(words.split(' ').filter((word) => RULES[script]?.(word) !== false)).toEqual([]);
});
