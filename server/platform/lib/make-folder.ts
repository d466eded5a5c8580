import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it; one that exists is left as it is. Throws if it cannot be. Node's own `recursive` goes on
 * for ever where a folder exists but makes none within it, as `/proc` does.
 */
export async function makeFolder(path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && !(await exists(parent))) await makeFolder(parent);
  await mkdir(path).catch(async (error: unknown) => {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory();
    if (!isThere) throw error;
  });
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
