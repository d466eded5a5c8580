/** What others know of the owner of a password. */
export interface OwnWords {
  email: string;
  displayName: string;
  companyName: string;
}

/** The error of a new password that is among the common ones, or made of words of its owner. */
export const TOO_EASY =
  'This password is too easy to guess. Use a longer one, without your name, email or company.';

/** The lowest number of characters. */
export const MIN_PASSWORD = 8;

/** Bounds of zxcvbn: with these an estimate takes some 50 ms at most, without them seconds. */
export const ESTIMATE_BOUNDS = { maxLength: 24, l33tMaxSubstitutions: 4 };

/** zxcvbn scores from 0 to 4; below this a password falls within a million guesses. */
const LOWEST_SCORE = 2;

/** Characters that a password needs beside the words of its owner. */
const MIN_OTHERS = 5;

/** Returns whether a password with this score is refused: it is easy to guess, or made of `words`. */
export function isGuessable(password: string, score: number, words: readonly string[]): boolean {
  const longestFirst = [...words].sort((one, other) => other.length - one.length);
  const others = longestFirst.reduce(
    (rest, word) => rest.replaceAll(word.toLowerCase(), ''),
    password.toLowerCase(),
  );
  return score < LOWEST_SCORE || others.length < MIN_OTHERS;
}

/** How well a password resists guessing. The server refuses one that is too easy. */
export type Strength = 'tooEasy' | 'fair' | 'good' | 'strong';

/** Returns the strength of a password with a zxcvbn score, for an owner with `words`. */
export function strengthOf(password: string, score: number, words: readonly string[]): Strength {
  if (password.length < MIN_PASSWORD || isGuessable(password, score, words)) return 'tooEasy';
  if (score === LOWEST_SCORE) return 'fair';
  return score === LOWEST_SCORE + 1 ? 'good' : 'strong';
}

const MIN_WORD = 3;

/** Returns the words that must not make up a password: of the owner, and of this product. */
export function ownWordsOf({ email, displayName, companyName }: OwnWords): string[] {
  const texts = [email, displayName, companyName];
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{M}\p{N}]+/u)]);
  return ['hark', ...new Set(words)].filter((word) => word.length >= MIN_WORD);
}
