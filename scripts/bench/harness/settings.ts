/** Integer settings of a bench on the command line, as in `npm run bench -- drops --contacts=300`. */
const NAMES = ['contacts', 'seconds', 'rounds', 'limit'] as const;

export type BenchSettings = Readonly<Partial<Record<(typeof NAMES)[number], number>>>;

/** Parses `--name=number` settings. Returns an error message for an unknown or invalid one. */
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
