import { createHmac } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, newSecret } from './ids.ts';

/** Secrets of one purpose. The first one signs; the others were used before and are still accepted. */
export type Secrets = readonly [string, ...string[]];

/**
 * Returns the secrets that sessions and callback addresses derive from: those of `SESSION_SECRET`, or one that is
 * generated once and kept in the data folder. All processes of a system share them.
 */
export async function masterSecrets(env: {
  SESSION_SECRET?: Secrets | undefined;
  DATA_DIR: string;
}): Promise<Secrets> {
  return env.SESSION_SECRET ?? [await keptSecret(join(env.DATA_DIR, 'session.secret'))];
}

/** Derives a secret for one purpose; it discloses neither the master secret nor those of other purposes. */
export function deriveSecret(master: string, purpose: string): string {
  return createHmac('sha256', master).update(purpose).digest('base64url');
}

/** Derives the secrets of one purpose from each master secret, in the same order. */
export function deriveSecrets([first, ...older]: Secrets, purpose: string): Secrets {
  return [deriveSecret(first, purpose), ...older.map((master) => deriveSecret(master, purpose))];
}

/** Reads a secret, or makes it; of processes that make it at once the first one's counts for all. */
export async function keptSecret(file: string): Promise<string> {
  const known = await readFile(file, 'utf8').catch(() => '');
  if (known !== '') return known;
  await mkdir(join(file, '..'), { recursive: true });
  // A name of its own: two containers that share the folder may have the same process id.
  const draft = `${file}.${newId()}.draft`;
  await writeFile(draft, newSecret(), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}
