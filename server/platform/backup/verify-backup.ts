import { collectionFile, BackupError, OBJECT_INDEX, objectFile, type CheckedFile } from './backup-format.ts';
import { splitDocuments } from './bson-stream.ts';
import { readCompressed, readStored, verifyChecked } from './checked-files.ts';
import { ERASURES_FILE } from './erasures/erasures-file.ts';
import { objectsOf, openBackup, type StoredBackup } from './manifest-file.ts';

/**
 * Opens a backup and compares every file with its checksum. Throws `BackupError` for a backup that is incomplete, damaged, or
 * encrypted to other keys than those in `keyFile`.
 */
export async function verifyBackup(folder: string, keyFile?: string): Promise<StoredBackup> {
  const backup = await openBackup(folder, keyFile);
  for await (const { path, expected } of filesOf(backup)) await verifyChecked(backup.place, path, expected);
  return backup;
}

/**
 * Reads all of a backup to its end: checksums, decryption, decompression and documents. Says each difference in one line and
 * returns their number.
 */
export async function examineBackup(backup: StoredBackup, say: (line: string) => void): Promise<number> {
  let differences = 0;
  try {
    for await (const file of filesOf(backup))
      await examineFile(backup, file).catch((error: unknown) => {
        differences += 1;
        say(lineOf(error, file.path));
      });
  } catch (error) {
    // The list of the objects is damaged, which was said already.
    if (differences === 0) throw error;
  }
  return differences;
}

interface FileOfBackup {
  path: string;
  expected: CheckedFile;
  /** Of a collection. */
  documents?: number;
}

async function* filesOf({ place, manifest }: StoredBackup): AsyncGenerator<FileOfBackup> {
  for (const { name, documents, ...expected } of manifest.collections)
    yield { path: collectionFile(name), expected, documents };
  yield { path: OBJECT_INDEX, expected: manifest.objectIndex };
  if (manifest.erasures !== undefined) yield { path: ERASURES_FILE, expected: manifest.erasures };
  for await (const { key, place: at, bytes, sha256 } of objectsOf(place))
    yield { path: objectFile({ key, place: at }), expected: { bytes, sha256 } };
}

async function examineFile(
  { place }: StoredBackup,
  { path, expected, documents }: FileOfBackup,
): Promise<void> {
  await verifyChecked(place, path, expected);
  if (documents === undefined) {
    await drain(readStored(place, path));
    return;
  }
  const found = await drain(splitDocuments(readCompressed(place, path)));
  if (found !== documents)
    throw new BackupError(`${path} has ${String(found)} documents, its manifest says ${String(documents)}.`);
}

/** Reads all; returns how many pieces there were. */
async function drain(pieces: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _piece of pieces) count += 1;
  return count;
}

function lineOf(error: unknown, path: string): string {
  return error instanceof BackupError ? error.message : `${path} cannot be read: ${String(error)}.`;
}
