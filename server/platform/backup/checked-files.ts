import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BackupError, type CheckedFile } from './backup-format.ts';

/** Fast: the data is mostly bound by the disk and the database. */
const LEVEL = 1;

/** Writes a new file of a backup durably; returns its size and hash as stored. */
export async function writeChecked(
  folder: string,
  path: string,
  chunks: AsyncIterable<Buffer>,
  { compressed }: { compressed: boolean },
): Promise<CheckedFile> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
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
    ? pipeline(source, createGzip({ level: LEVEL }), measure, stored)
    : pipeline(source, measure, stored));
  return { bytes, sha256: hash.digest('hex') };
}

/** Throws `BackupError` unless the file has this size and hash. */
export async function verifyChecked(folder: string, path: string, expected: CheckedFile): Promise<void> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(join(folder, path)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new BackupError(`${path} is missing in the backup.`);
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new BackupError(`${path} is damaged: its checksum differs from the manifest's.`);
}

/** Reads a file of a backup. */
export function readStored(folder: string, path: string): AsyncIterable<Buffer> {
  return createReadStream(join(folder, path)) as AsyncIterable<Buffer>;
}

/** Reads a compressed file of a backup. */
export function readCompressed(folder: string, path: string): AsyncIterable<Buffer> {
  const gunzip = createGunzip();
  const source = createReadStream(join(folder, path));
  source.once('error', (error) => gunzip.destroy(error));
  return source.pipe(gunzip) as AsyncIterable<Buffer>;
}
