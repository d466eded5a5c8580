/** Returns a name with each word capitalized: "ana maría ortiz" to "Ana María Ortiz". */
export function titleCase(name: string): string {
  return name
    .trim()
    .split(/\s+/)
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1).toLocaleLowerCase())
    .join(' ');
}

/** Returns the initials of the first and the last word for an avatar: "AO". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.length > 1 ? words.at(-1) : undefined;
  return [words[0], last].map((word) => Array.from(word ?? '')[0]?.toLocaleUpperCase() ?? '').join('');
}
