/** Returns the words of a text without case, accents and punctuation. */
export function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns whether each of the words that are looked for begins one of a text. */
export function hasAll(words: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((word) => words.some((one) => one.startsWith(word)));
}
