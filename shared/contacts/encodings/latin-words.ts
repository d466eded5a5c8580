/** The letters beyond ASCII of languages that are written in one encoding. */
export type Alphabets = readonly ReadonlySet<string>[];

const alphabet = (letters: string) => new Set(Array.from(letters));

export const WESTERN: Alphabets = [
  'áéíóúüñçàèìòùâêîôûëïæœÿ', // Spanish, Catalan, French, Italian
  'áàâãçéêíóôõúü', // Portuguese
  'äöüßéèàç', // German
  'åäöéæøüó', // Swedish, Danish, Norwegian, Finnish
  'áðéíóúýþæöü', // Icelandic
  'ïëéèöüóê', // Dutch
  'šžõäöü', // Finnish, Estonian
].map(alphabet);

export const CENTRAL: Alphabets = [
  'ąćęłńóśźż', // Polish
  'áčďéěíňóřšťúůýž', // Czech
  'áäčďéíľňóôšťúýž', // Slovak
  'áéíóöőúüű', // Hungarian
  'čćđšž', // Croatian, Slovene
  'ăâîşţ', // Romanian
  'äöüß',
].map(alphabet);

export const TURKISH: Alphabets = ['çğıiöşüâîû'].map(alphabet);

const VOWEL = 'aeiouyáàâãäåæéèêëěęíìîïóòôõöøőœúùûüůűýąăı';

/** Where some letters stand in words; elsewhere they are letters of another encoding. In lower case, `^` and `$` are the ends. */
const PLACES: Readonly<Record<string, RegExp>> = {
  ñ: /^$|[aeiouáéíóú]/,
  è: /[bcdglmnqrstvz$]/,
  ù: /\$/,
  ì: /\$/,
  ê: /[clmnqrstvz$]/,
  û: /[tlrmn]/,
  ã: /[oesi$]/,
  õ: /e/,
  ø: /[^aeiouáéíóúæøåö]/,
  æ: /[^aeiou$]/,
  œ: /[uiv]/,
  à: /[^aeiou]/,
  ç: /[aouãõâáóúeiê$]/,
  ô: /[^aeo$]/,
  ý: /[^y]/,
  č: new RegExp(`[${VOWEL}k$]`),
  ć: new RegExp(`[${VOWEL}kn$]`),
  ę: /[bcdfgjklmnprstwzż$ć]/,
  ń: /[bcdgkstwz$]/,
  ś: /[^aeouy]/,
  ź: /[^aeou]/,
  ă: /[^aeo]/,
  đ: new RegExp(`[${VOWEL}j$]`),
  ď: /[^sc]/,
  ú: /[^u]/,
  ğ: /[aeioöuüılrmdn$]/,
};

/** What stands before some letters. */
const BEFORE: Readonly<Record<string, RegExp>> = {
  è: /[^aeoué^]/,
  ì: /[^aeiou^]/,
  ò: /[^aeiou^]/,
  ï: /[aeou]/,
  ø: /[^aeiouæå]/,
  û: /[^aeiû]/,
  î: /[^éî^]/,
  ú: /[^i]/,
  ň: new RegExp(`[${VOWEL}^]`),
  ź: new RegExp(`[${VOWEL}dź^]`),
  ô: /[^aeiou]/,
  ð: /[aeiouyáéíóúýrgö]/,
  þ: /\^/,
  ý: /[^yaeiou]/,
  õ: /[^eiou]/,
  ğ: /[aeıioöuü]/,
  š: new RegExp(`[${VOWEL}^]`),
  ž: new RegExp(`[${VOWEL}d^]`),
};

/** Pairs of letters beyond ASCII that stand beside each other. */
const PAIRS =
  /^(?:[áéíóúñ]ñ|ñ[áéíóúã]|çã|çõ|[äöüéá]ß|éé|éà|[łśźć][óąęćź]|[óąęć][łśźć]|[áéíóúýůě][čďňřšťž]|[čďňřšťžćđľŕ][áéíóúýůě]|[áéíóúöüőű][áéíóúöüőű]|ðí|í[ðþ]|[þæ][óúæ]|[çşğ][öüı]|[ıöü][çşğ])$/;

/** Returns whether a word, with its case, reads as one of some languages. */
export function isLatinWord(word: string, alphabets: Alphabets): boolean {
  if (!hasUsualCase(word)) return false;
  const letters = Array.from(word.toLowerCase());
  const special = letters.filter((letter) => letter > '\u007F');
  if (letters.length === 1) return /[éàóèÀÉ]/.test(word);
  if (!alphabets.some((known) => special.every((letter) => known.has(letter)))) return false;
  // Of "Joe’s" and "don’t", whose apostrophe is an í elsewhere.
  if (/ís$|ít$/.test(word) && !/^(?:lu|sol|as|pa|par|den|an|amad)ís$/i.test(word)) return false;
  if (special.includes('ı') && /[eiöoü]/.test(word.toLowerCase().replaceAll('i̇', ''))) return false;
  return letters.every((letter, at) => {
    if (letter <= '\u007F') return true;
    const [before, after] = [letters[at - 1] ?? '^', letters[at + 1] ?? '$'];
    if (before > '\u007F' && before !== letter && !PAIRS.test(before + letter)) return false;
    const isAlone = CONSONANT.test(letter) && !isVowel(before) && !isVowel(after);
    if (isAlone && before !== '^' && !/d[žź]/.test(before + letter)) return false;
    return (BEFORE[letter]?.test(before) ?? true) && (PLACES[letter]?.test(after) ?? true);
  });
}

/** Letters of Central Europe that stand beside a vowel. */
const CONSONANT = /[čćďđłľńňřśšťžż]/;

function isVowel(letter: string): boolean {
  return VOWEL.includes(letter);
}

/** Capitals at the beginning or throughout; an accented letter in the middle of a word is no capital. */
function hasUsualCase(word: string): boolean {
  if (/^\p{Lu}+$/u.test(word)) return true;
  // "McGée" has capitals within, "JosÉ" and "MŸller" are of another encoding.
  return !/\p{Ll}(?=[^\0-\u007F])\p{Lu}|(?=[^\0-\u007F])\p{Ll}\p{Lu}|\p{Lu}(?=[^\0-\u007F])\p{Lu}\p{Ll}|\p{Lu}{2}(?=[^\0-\u007F])\p{Ll}/u.test(
    word,
  );
}
