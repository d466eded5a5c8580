import { createHmac, timingSafeEqual } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, newSecret } from './ids.ts';

/** Secrets of one purpose. The first one signs; the others are older and still accepted. */
export type Secrets = readonly [string, ...string[]];

/**
 * Returns the master secrets of sessions and callback URLs: those of `SESSION_SECRET`, or one generated once and stored in
 * the data folder. All processes of a system share them.
 */
export async function masterSecrets(env: {
  SESSION_SECRET?: Secrets | undefined;
  DATA_DIR: string;
}): Promise<Secrets> {
  return env.SESSION_SECRET ?? [await readOrCreateSecret(join(env.DATA_DIR, 'session.secret'))];
}

/** Returns the master secrets like `masterSecrets`, and creates none: undefined where there are none. */
export async function existingSecrets(env: {
  SESSION_SECRET?: Secrets | undefined;
  DATA_DIR: string;
}): Promise<Secrets | undefined> {
  if (env.SESSION_SECRET !== undefined) return env.SESSION_SECRET;
  const stored = await readFile(join(env.DATA_DIR, 'session.secret'), 'utf8').catch(() => '');
  return stored === '' ? undefined : [stored];
}

/** Derives the secret of one purpose; it reveals neither the master secret nor other derived ones. */
export function deriveSecret(master: string, purpose: string): string {
  return createHmac('sha256', master).update(purpose).digest('base64url');
}

/** Derives the secrets of one purpose from each master secret, in the same order. */
export function deriveSecrets([first, ...older]: Secrets, purpose: string): Secrets {
  return [deriveSecret(first, purpose), ...older.map((master) => deriveSecret(master, purpose))];
}

/** Reads a secret from a file, or creates it. Concurrent processes agree on the first one created. */
export async function readOrCreateSecret(file: string): Promise<string> {
  const existing = await readFile(file, 'utf8').catch(() => '');
  if (existing !== '') return existing;
  await mkdir(join(file, '..'), { recursive: true });
  // A unique name: containers that share the folder may have equal process ids.
  const draft = `${file}.${newId()}.draft`;
  await writeFile(draft, newSecret(), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
  await rm(draft);
  return readFile(file, 'utf8');
}

/** Whether a given secret or signature is the expected one, compared in constant time. */
export function equalSecrets(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
