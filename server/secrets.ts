import { createHmac } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Env } from './env.ts';
import { newId, newSecret } from './ids.ts';

/**
 * The secret that sessions and callback addresses are made from: `SESSION_SECRET`, or one that a data folder keeps
 * for itself. All processes of a system share it.
 */
export async function masterSecret(env: Pick<Env, 'SESSION_SECRET' | 'DATA_DIR'>): Promise<string> {
  return env.SESSION_SECRET ?? keptSecret(join(env.DATA_DIR, 'session.secret'));
}

/** A secret for one purpose, from which neither the master nor the others can be told. */
export function deriveSecret(master: string, purpose: string): string {
  return createHmac('sha256', master).update(purpose).digest('base64url');
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
