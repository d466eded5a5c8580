import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DEFAULT_KEEP, type Keep } from '#server/platform/backup/series/kept-backups.ts';
import { HOUR_MS } from '#shared/time-units.ts';
import { UsageError } from '../lib/usage-error.ts';

const USAGE = `Usage:
  npm run backup -- DIR             backs up into a new folder
  npm run backup -- verify DIR      reads all of a backup, and says what it holds and each difference
  npm run backup -- rotate DIR [--keep last=3,daily=7,weekly=5] [--every HOURS | --min-age HOURS]
                                    makes the next of the backups in DIR, removes those that are not kept, and copies to
                                    BACKUP_S3_BUCKET what is not there; with --every it goes on until it is stopped, with
                                    --min-age it makes none while the newest is younger, and copies
  npm run backup -- prune DIR [--keep last=3,daily=7,weekly=5]
                                    removes the backups in DIR that are not kept
  npm run backup -- fetch NAME DIR  fetches a backup from BACKUP_S3_BUCKET into a new folder`;

/** When a rotation makes a backup; with neither now, and once. */
export interface RotationTimes {
  /** Again and again after so long. */
  everyMs: number | undefined;
  /** Once, unless the newest one is younger. */
  minAgeMs: number | undefined;
}

export type BackupCommand =
  | { name: 'create' | 'verify'; folder: string }
  | ({ name: 'rotate'; folder: string; keep: Keep } & RotationTimes)
  | { name: 'prune'; folder: string; keep: Keep }
  | { name: 'fetch'; copy: string; folder: string };

/** Parses the command line of `npm run backup`. Throws `UsageError`. */
export function readCommand(args: string[]): BackupCommand {
  const { positionals, values } = parse(args);
  const [name = '', ...rest] = positionals;
  const isNamed = ['verify', 'rotate', 'prune', 'fetch'].includes(name);
  const [folder, copy, ...more] = (isNamed ? rest : positionals).toReversed();
  const isRotation = name === 'rotate' || name === 'prune';
  const { keep, every, 'min-age': minAge } = values;
  const isComplete = folder !== undefined && (copy !== undefined) === (name === 'fetch') && more.length === 0;
  if (
    !isComplete ||
    (keep !== undefined && !isRotation) ||
    ((every ?? minAge) !== undefined && name !== 'rotate') ||
    (every !== undefined && minAge !== undefined)
  )
    throw new UsageError(USAGE);
  const path = resolve(folder);
  if (name === 'fetch') return { name, copy: copy ?? '', folder: path };
  if (name === 'prune') return { name, folder: path, keep: readKeep(keep) };
  if (name === 'rotate') {
    const times = { everyMs: readHours('every', every), minAgeMs: readHours('min-age', minAge) };
    return { name, folder: path, keep: readKeep(keep), ...times };
  }
  return { name: name === 'verify' ? name : 'create', folder: path };
}

function parse(args: string[]) {
  try {
    const text = { type: 'string' } as const;
    const options = { keep: text, every: text, 'min-age': text };
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw new UsageError(USAGE);
  }
}

function readHours(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new UsageError(`--${option}: must be a whole number of hours.`);
  return Number(text) * HOUR_MS;
}

function readKeep(text: string | undefined): Keep {
  if (text === undefined) return DEFAULT_KEEP;
  const keep: Keep = { last: 0, daily: 0, weekly: 0 };
  for (const part of text.split(',')) {
    const [, kind, count] = /^(last|daily|weekly)=(\d{1,4})$/.exec(part.trim()) ?? [];
    if (kind === undefined) throw new UsageError('--keep: must be as in last=3,daily=7,weekly=5.');
    keep[kind as keyof Keep] = Number(count);
  }
  return keep;
}
