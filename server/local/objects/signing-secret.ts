import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, newSecret } from '#server/ids.ts';

/**
 * The folder's secret for signed URLs: made once, shared by all processes of the folder and kept over restarts.
 * It appears whole under its name, so of two processes that begin at once both read the same one.
 */
export async function signingSecret(folder: string): Promise<string> {
  const path = join(folder, '.secret');
  const temporary = join(folder, `.secret-${newId()}`);
  await writeFile(temporary, newSecret(), { mode: 0o600, flush: true });
  try {
    await link(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(temporary, { force: true });
  }
  return readFile(path, 'utf8');
}
