/** What a process does: the bench itself and its clients, Hark, the database, emulators such as the carrier, a browser. */
export type Role = 'bench' | 'hark' | 'database' | 'emulators' | 'browser';

const PATTERNS: readonly (readonly [RegExp, Role])[] = [
  [/emulators\/mongodb\//, 'database'],
  [/emulators\//, 'emulators'],
  [/server\/main\.js/, 'hark'],
  [/chrom(e|ium)/i, 'browser'],
];

/** Returns the role of a process, given its command line. */
export function roleOf(commandLine: string): Role {
  return PATTERNS.find(([pattern]) => pattern.test(commandLine))?.[1] ?? 'bench';
}
