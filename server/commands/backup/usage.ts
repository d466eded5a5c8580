import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage:
  npm run backup -- DIR         backs up into a new folder
  npm run backup -- verify DIR  reads all of a backup, and says what it holds and each difference`;

export type BackupCommand = { name: 'create' | 'verify'; folder: string };

/** Parses the command line of `npm run backup`. Throws `UsageError`. */
export function readCommand(args: string[]): BackupCommand {
  const { positionals } = parse(args);
  const [first, second, ...more] = positionals;
  const isVerify = first === 'verify';
  const folder = isVerify ? second : first;
  if (folder === undefined || more.length > 0 || (!isVerify && second !== undefined))
    throw new UsageError(USAGE);
  return { name: isVerify ? 'verify' : 'create', folder: resolve(folder) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: {}, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}
