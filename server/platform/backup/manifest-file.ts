import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import { parseJson } from '#server/providers/parse-json.ts';
import {
  BackupError,
  MANIFEST,
  manifestSchema,
  OBJECT_INDEX,
  objectEntrySchema,
  SEALED_MANIFEST,
  sealedManifestSchema,
  type Manifest,
  type ObjectEntry,
} from './backup-format.ts';
import {
  readCompressed,
  readStored,
  verifyChecked,
  writeChecked,
  type BackupPlace,
} from './checked-files.ts';
import { createDecryption, ENCRYPTED } from './encryption.ts';

/** A complete backup that can be read. */
export interface StoredBackup {
  place: BackupPlace;
  manifest: Manifest;
}

/** Writes the manifest, which completes the backup. Of an encrypted one only its times can be read without a key. */
export async function writeManifest(
  place: BackupPlace,
  manifest: Manifest,
  recipients: readonly string[],
): Promise<void> {
  if (place.cipher === undefined) return complete(place, manifest);
  const text = Readable.from([Buffer.from(JSON.stringify(manifest))]);
  const sealed = await writeChecked(place, SEALED_MANIFEST, text, { compressed: false });
  const { cutAt, finishedAt } = manifest;
  await complete(place, { format: 2, cutAt, finishedAt, recipients, sealed });
}

async function complete({ folder }: BackupPlace, manifest: object): Promise<void> {
  const draft = join(folder, `${MANIFEST}.draft`);
  await writeFile(draft, `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true });
  await rename(draft, join(folder, MANIFEST));
}

/**
 * Reads the manifest of a backup, an encrypted one with the secret keys in `keyFile`. Throws `BackupError` for a backup that
 * is incomplete, damaged, or encrypted to other keys.
 */
export async function openBackup(folder: string, keyFile?: string): Promise<StoredBackup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined)
    throw new BackupError(`${folder} is no complete backup: it has no ${MANIFEST}, which is written last.`);
  const stored = parseJson(text);
  const sealed = sealedManifestSchema.safeParse(stored);
  const opened = sealed.success ? await openSealed(folder, sealed.data, keyFile) : undefined;
  const { place, json } = opened ?? { place: { folder }, json: stored };
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw new BackupError(`${MANIFEST} is damaged, or of another version of Hark.`);
  return { place, manifest: parsed.data };
}

/** Whether a complete backup is encrypted, as its manifest says. */
export async function isEncrypted(folder: string): Promise<boolean> {
  return sealedManifestSchema.safeParse(parseJson(await readFile(join(folder, MANIFEST), 'utf8'))).success;
}

/** Decrypts the manifest, which shows whether one of the keys is the right one. */
async function openSealed(
  folder: string,
  { recipients, sealed }: { recipients: string[]; sealed: { bytes: number; sha256: string } },
  keyFile: string | undefined,
): Promise<{ place: BackupPlace; json: unknown }> {
  const needed = recipients.join(' or ');
  if (keyFile === undefined)
    throw new BackupError(
      `The backup is encrypted: BACKUP_KEY_FILE must name the file with the secret key of ${needed}.`,
    );
  const place = { folder, cipher: await createDecryption(keyFile) };
  await verifyChecked(place, SEALED_MANIFEST, sealed);
  try {
    return { place, json: parseJson(await textOf(readStored(place, SEALED_MANIFEST))) };
  } catch {
    throw new BackupError(
      `BACKUP_KEY_FILE: ${keyFile} does not decrypt ${SEALED_MANIFEST}${ENCRYPTED}; the secret key of ${needed} does.`,
    );
  }
}

/** Yields the objects of a backup. */
export async function* objectsOf(place: BackupPlace): AsyncGenerator<ObjectEntry> {
  const input = Readable.from(readCompressed(place, OBJECT_INDEX));
  for await (const line of createInterface({ input })) yield objectEntrySchema.parse(JSON.parse(line));
}
