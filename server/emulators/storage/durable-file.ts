import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file to be written from a stream. */
export interface DurableFile {
  path: string;
  /** Where the file is until it is complete: on the same file system, in a folder that exists. */
  temporary: string;
  bytes: AsyncIterable<Buffer>;
  maxBytes: number;
  /** The error to throw if there are more bytes. */
  tooLarge: () => Error;
  /** The topmost folder in which new folders may be created. */
  root: string;
  mode?: number;
}

/** Writes a file atomically and durably, creating its folder if necessary. If it fails, nothing is stored. */
export async function writeDurably(file: DurableFile): Promise<void> {
  const { path, temporary, root } = file;
  try {
    await writeAndSync(file);
    await mkdir(dirname(path), { recursive: true });
    await rename(temporary, path);
    // A rename is durable only once the folder, and every new folder above it, is synced.
    for (let folder = dirname(path); folder.startsWith(root); folder = dirname(folder))
      await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAndSync({ temporary, bytes, maxBytes, tooLarge, mode }: DurableFile): Promise<void> {
  const file = await open(temporary, 'wx', mode);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
