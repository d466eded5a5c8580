/** A name with each word's first letter upper and the rest lower: "ana maría ortiz" to "Ana María Ortiz" (A §2). */
export function titleCase(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1).toLocaleLowerCase())
    .join(' ');
}

/** The first letters of the first and the last word, for a round avatar: "AO". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [words[0], last].map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
