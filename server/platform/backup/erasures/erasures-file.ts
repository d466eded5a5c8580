import { createInterface } from 'node:readline';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { toError } from '#server/platform/lib/errors.ts';
import { MANIFEST, type CheckedFile } from '../backup-format.ts';
import { readCompressed, verifyChecked, writeChecked, type BackupPlace } from '../checked-files.ts';
import { openBackup, type StoredBackup } from '../manifest-file.ts';
import type { Erasure } from './erasure-list.ts';

/** The erased accounts that were known when the backup was made, one JSON line each, compressed. */
export const ERASURES_FILE = 'erasures.jsonl.gz';
const erasureSchema = z.object({ uid: z.string(), day: z.string() });

/** Writes the list into a backup. */
export function writeErasures(place: BackupPlace, erasures: AsyncIterable<Erasure>): Promise<CheckedFile> {
  return writeChecked(place, ERASURES_FILE, linesOf(erasures), { compressed: true });
}

async function* linesOf(erasures: AsyncIterable<Erasure>): AsyncGenerator<Buffer> {
  for await (const erasure of erasures) yield Buffer.from(`${JSON.stringify(erasure)}\n`);
}

/** Yields the list of a backup; nothing for a backup from before there was one. */
export async function* erasuresOf({ place, manifest }: StoredBackup): AsyncGenerator<Erasure> {
  if (manifest.erasures === undefined) return;
  await verifyChecked(place, ERASURES_FILE, manifest.erasures);
  const input = Readable.from(readCompressed(place, ERASURES_FILE));
  for await (const line of createInterface({ input })) yield erasureSchema.parse(JSON.parse(line));
}

/**
 * Yields the lists of the later backups that lie beside a backup. One that cannot be read is said in one line: it must not
 * prevent a restore.
 */
export async function* erasuresBeside(
  { place: { folder }, manifest }: StoredBackup,
  keyFile: string | undefined,
  warn: (line: string) => void,
): AsyncGenerator<Erasure> {
  const parent = dirname(folder);
  const entries = await readdir(parent, { withFileTypes: true });
  for (const entry of entries) {
    const beside = join(parent, entry.name);
    if (!entry.isDirectory() || beside === folder || !(await isBackup(beside))) continue;
    try {
      const other = await openBackup(beside, keyFile);
      if (other.manifest.cutAt > manifest.cutAt) yield* erasuresOf(other);
    } catch (error) {
      warn(`The erased accounts that ${beside} lists are not known: ${toError(error).message}`);
    }
  }
}

async function isBackup(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.includes(MANIFEST);
}
