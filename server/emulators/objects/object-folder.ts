import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { isObjectKey } from './object-key.ts';

const INCOMING = '.incoming';
/** No upload takes longer; older partial files were abandoned by a crashed process. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Objects as files in a folder. Writes are atomic and durable. */
export interface ObjectFolder {
  readonly root: string;
  /** Writes from a stream. Throws `AppError` PAYLOAD_TOO_LARGE if it exceeds `maxBytes`, and stores nothing. */
  write(key: string, bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<void>;
  read(key: string): Promise<Buffer | undefined>;
  size(key: string): Promise<number | undefined>;
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
      const target = pathOf(root, key);
      const temporary = join(incoming, newId());
      try {
        await writeDurably(temporary, bytes, maxBytes);
        await mkdir(dirname(target), { recursive: true });
        await rename(temporary, target);
        await syncFolders(dirname(target), root);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    read: async (key) => readFile(pathOf(root, key)).catch(undefinedIfMissing),
    size: async (key) => (await stat(pathOf(root, key)).catch(undefinedIfMissing))?.size,
    delete: async (key) => rm(pathOf(root, key), { force: true }),
  };
}

function pathOf(root: string, key: string): string {
  if (!isObjectKey(key)) throw new Error(`Not an object key: ${key}`);
  return join(root, key);
}

async function writeDurably(path: string, bytes: AsyncIterable<Buffer>, maxBytes: number): Promise<void> {
  const file = await open(path, 'wx');
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes)
        throw new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${String(maxBytes)} bytes.`);
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A rename is durable only once the folder, and every new folder above it, is synced. */
async function syncFolders(from: string, root: string): Promise<void> {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
  }
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
