import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as connect, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { toError } from '#server/platform/lib/errors.ts';
import { BackupError, type CheckedFile } from './backup-format.ts';
import { ENCRYPTED, type Cipher } from './encryption.ts';

/** Fast: the data is mostly bound by the disk and the database. */
const LEVEL = 1;

/** The folder of a backup, and what encrypts or decrypts its files, if they are encrypted. */
export interface BackupPlace {
  folder: string;
  cipher?: Cipher | undefined;
}

/** Returns the path of a file as it is stored. */
function storedPath({ cipher }: BackupPlace, path: string): string {
  return cipher === undefined ? path : `${path}${ENCRYPTED}`;
}

/** Writes a new file of a backup durably; returns its size and hash as stored. */
export async function writeChecked(
  place: BackupPlace,
  path: string,
  chunks: AsyncIterable<Buffer>,
  { compressed }: { compressed: boolean },
): Promise<CheckedFile> {
  const { folder, cipher = asIs } = place;
  const file = join(folder, storedPath(place, path));
  await makeFolders(folder, dirname(path));
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stored = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  const source = Readable.from(chunks, { objectMode: false });
  await (compressed
    ? pipeline(source, createGzip({ level: LEVEL }), cipher, measure, stored)
    : pipeline(source, cipher, measure, stored));
  return { bytes, sha256: hash.digest('hex') };
}

/** Makes folders within that of a backup, which is never made anew: without it all that was written before is gone. */
async function makeFolders(folder: string, within: string): Promise<void> {
  if (within === '.') return;
  await makeFolders(folder, dirname(within));
  await mkdir(join(folder, within), { mode: 0o700 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

async function* asIs(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

/** Throws `BackupError` unless the file is there with this size. */
export async function assertStored(place: BackupPlace, path: string, { bytes }: CheckedFile): Promise<void> {
  const stored = storedPath(place, path);
  const found = await stat(join(place.folder, stored)).catch(() => undefined);
  if (found?.size !== bytes) throw new BackupError(`${stored} was removed while the backup was written.`);
}

/** Throws `BackupError` unless the file has this size and hash. */
export async function verifyChecked(place: BackupPlace, path: string, expected: CheckedFile): Promise<void> {
  const stored = storedPath(place, path);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(join(place.folder, stored)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${stored} is missing in the backup.`);
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new BackupError(`${stored} is damaged: its checksum differs from the manifest's.`);
}

/** Reads a file of a backup. Throws `BackupError` if it cannot be decrypted. */
export async function* readStored(place: BackupPlace, path: string): AsyncGenerator<Buffer> {
  const stored = storedPath(place, path);
  const chunks = createReadStream(join(place.folder, stored)) as AsyncIterable<Buffer>;
  if (place.cipher === undefined) {
    yield* chunks;
    return;
  }
  try {
    yield* place.cipher(chunks);
  } catch (error) {
    throw new BackupError(`${stored} cannot be decrypted: ${toError(error).message}.`, { cause: error });
  }
}

/** Reads a compressed file of a backup. */
export function readCompressed(place: BackupPlace, path: string): AsyncIterable<Buffer> {
  const source = Readable.from(readStored(place, path), { objectMode: false });
  // An error is that of the reader, and a reader that stops closes the file.
  return connect(source, createGunzip(), () => undefined);
}
