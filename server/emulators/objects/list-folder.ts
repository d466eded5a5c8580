import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LIST_PAGE, type ListedObject } from '#server/providers/objects/port.ts';

/** Returns a page of the objects in a folder as `ObjectStore.list` does; internal files start with a dot. */
export async function listFolder(root: string, prefix: string, after: string): Promise<ListedObject[]> {
  const page: ListedObject[] = [];
  for await (const key of keysIn(root, '', { prefix, after })) {
    const found = await stat(join(root, key)).catch(() => undefined);
    // Deleted since the folder was read.
    if (found !== undefined) page.push({ key, modifiedAt: found.mtime, size: found.size });
    if (page.length === LIST_PAGE) break;
  }
  return page;
}

interface Range {
  prefix: string;
  after: string;
}

/** Yields the keys below a folder in their order. `path` is empty or ends with a slash. */
async function* keysIn(root: string, path: string, range: Range): AsyncGenerator<string> {
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch((): Dirent[] => []);
  const names = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  for (const name of names.sort(byBytes)) {
    const key = `${path}${name}`;
    if (!key.endsWith('/')) {
      if (key.startsWith(range.prefix) && byBytes(key, range.after) > 0) yield key;
    } else if (mayHold(key, range)) yield* keysIn(root, key, range);
  }
}

/** Whether keys of the range may start with `folder`. */
function mayHold(folder: string, { prefix, after }: Range): boolean {
  const isBeforeAfter = byBytes(folder, after) < 0 && !after.startsWith(folder);
  return !isBeforeAfter && (folder.startsWith(prefix) || prefix.startsWith(folder));
}

/** Compares keys by their bytes; they are ASCII. */
function byBytes(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
