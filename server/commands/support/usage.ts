import { parseArgs } from 'node:util';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = 'Usage: npm run support -- show EMAIL [--json]';

/** Parses the command line of `npm run support`. Throws `UsageError`. */
export function readCommand(args: string[]): { email: string; json: boolean } {
  const { positionals, values } = parse(args);
  const [name, email, ...rest] = positionals;
  if (name !== 'show') throw new UsageError(USAGE);
  if (email === undefined) throw new UsageError(`show needs the e-mail address of a user.\n${USAGE}`);
  if (rest[0] !== undefined) throw new UsageError(`show has no use for "${rest[0]}".`);
  return { email, json: values.json ?? false };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { json: { type: 'boolean' } }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
