/** What can be set on the command line of a bench, as in `npm run bench -- crash --seed=7`; whole numbers all of them. */
const NAMES = ['contacts', 'kills', 'seed'] as const;

export type BenchSettings = Readonly<Partial<Record<(typeof NAMES)[number], number>>>;

/** Reads `--name=number` settings; a line for a person where one makes no sense. */
export function readSettings(args: readonly string[]): BenchSettings | string {
  const settings: Partial<Record<(typeof NAMES)[number], number>> = {};
  for (const arg of args) {
    const [, given, value] = /^--(\w+)=(\d{1,10})$/.exec(arg) ?? [];
    const name = NAMES.find((known) => known === given);
    if (name === undefined) return `"${arg}" is none of ${NAMES.map((known) => `--${known}=N`).join(', ')}.`;
    settings[name] = Number(value);
  }
  return settings;
}
