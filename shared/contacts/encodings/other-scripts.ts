/** Returns whether a word, with its case, reads as one of a language in a script other than Latin. */
export type WordRule = (word: string) => boolean;

const hasCase = (word: string) => /^(?:\p{Lu}?\p{Ll}*|\p{Lu}+)$/u.test(word);

/** Russian and Ukrainian: letters of one script, vowels among them, and signs where they can stand. */
export const isCyrillicWord: WordRule = (word) => {
  if (!/^[а-яёіїєґў’]+$/iu.test(word) || !hasCase(word.replaceAll('’', ''))) return false;
  const lower = word.toLowerCase();
  if (lower.length === 1) return /[авикосуяі]/.test(word);
  if (!/[аеёиоуыэюяіїє]/.test(lower) || !/[^аеёиоуыэюяіїє]/.test(lower) || /[^аеёиоуыэюяіїє]{5}/.test(lower))
    return false;
  return !/(?:^|[аеёиоуыэюяіїє])[ьъ]|^ы|[^аеёиоуыэюяіїє]й|ыы|[ьъ][ьъ]/.test(lower);
};

/** Greek: a word in small letters has one accent, and the sigma at its end is another letter. */
export const isGreekWord: WordRule = (word) => {
  if (!/^[\u0370-\u03FF]+$/u.test(word) || !hasCase(word)) return false;
  const lower = word.toLowerCase();
  // Letters alone, or vowels, say nothing.
  if (!/[αεηιουωάέήίόύώϊϋΐΰ]/.test(lower) || !/[βγδζθκλμνξπρσςτφχψ]/.test(lower)) return false;
  if (/^\p{Lu}+$/u.test(word)) return true;
  if (/σ$|ς.|^[ΐΰϊϋ]|[βγδζθκλμνξπρσςτφχψ]{4}/.test(word)) return false;
  const accents = word.match(/[άέήίόύώΆΈΉΊΌΎΏΐΰ]/g)?.length ?? 0;
  const syllables = lower.match(/[αεηιουωάέήίόύώϊϋΐΰ]+/g)?.length ?? 0;
  return accents === 1 || (accents === 0 && syllables <= 1);
};

/** Hebrew: letters alone, those for the end of a word only there. */
export const isHebrewWord: WordRule = (word) => /^[א-ת״׳]{2,}$/u.test(word) && !/[םןץףך][א-ת]/u.test(word);

/** Thai: consonants and vowels; a mark follows a consonant, and a vowel before its consonant does not end a word. */
export const isThaiWord: WordRule = (word) =>
  /^\p{Script=Thai}{2,}$/u.test(word) &&
  /[ก-ฮ]/u.test(word) &&
  /[ะาำเ-ไ]|\p{M}/u.test(word) &&
  !/(?:^|[ะาเ-ไ])\p{M}|[เ-ไ]$|฿|[๏-๛]|\u0E4D|\u0E4E/u.test(word);
