import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { HOUR_MS } from '#shared/time-units.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import type { ListedObject } from '#server/providers/objects/port.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { writeDurably } from '../storage/durable-file.ts';
import { listFolder } from './list-folder.ts';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.csv': 'text/csv',
  '.json': 'application/json',
  '.zip': 'application/zip',
};
const INCOMING = '.incoming';
/** No upload takes longer; older partial files were abandoned by a crashed process. */
const ABANDONED_MS = HOUR_MS;

/** Whether `key` is valid. No segment starts with a dot, so a key cannot leave the folder or name an internal file. */
export function isObjectKey(key: string): boolean {
  return key.length <= 500 && KEY.test(key);
}

/** Returns the content type for the extension of a key. It is not stored separately. */
export function contentTypeOf(key: string): string {
  return TYPES[extname(key)] ?? 'application/octet-stream';
}

/** Objects as files in a folder. Writes are atomic and durable. */
export interface ObjectFolder {
  readonly root: string;
  /** Writes from a stream. Throws `AppError` PAYLOAD_TOO_LARGE if it exceeds `maxBytes`, and stores nothing. */
  write(key: string, bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  stream(key: string): Promise<AsyncIterable<Buffer> | undefined>;
  size(key: string): Promise<number | undefined>;
  /** Lists objects in pages; see `ObjectStore`. */
  list(prefix: string, after?: string): Promise<ListedObject[]>;
  delete(key: string): Promise<void>;
}

/** Opens the folder, creating it if necessary, and removes abandoned partial files. */
export async function openObjectFolder(root: string): Promise<ObjectFolder> {
  const incoming = join(root, INCOMING);
  await mkdir(incoming, { recursive: true });
  await removeAbandoned(incoming);
  return {
    root,
    async write(key, bytes, maxBytes) {
      const path = pathOf(root, key);
      const temporary = join(incoming, newId());
      const tooLarge = () =>
        new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${formatBytes(maxBytes)}.`);
      await writeDurably({ path, temporary, bytes, maxBytes, tooLarge, root });
    },
    read: async (key) => readFile(pathOf(root, key)).catch(undefinedIfMissing),
    stream: async (key) => {
      const file = await open(pathOf(root, key)).catch(undefinedIfMissing);
      return file?.createReadStream() as AsyncIterable<Buffer> | undefined;
    },
    size: async (key) => (await stat(pathOf(root, key)).catch(undefinedIfMissing))?.size,
    list: (prefix, after = '') => listFolder(root, prefix, after),
    delete: async (key) => rm(pathOf(root, key), { force: true }),
  };
}

function pathOf(root: string, key: string): string {
  if (!isObjectKey(key)) throw new Error(`Not an object key: ${key}`);
  return join(root, key);
}

async function removeAbandoned(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(undefinedIfMissing);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true });
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
