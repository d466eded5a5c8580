import { createHash, randomBytes, randomFillSync } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const ID_LENGTH = 26;

/** Random bytes for the next ids: a system call for each id would cost more than the id. */
const pool = Buffer.alloc(ID_LENGTH * 256);
let used = pool.length;

/** Returns a random id of 26 characters (130 bits), safe in URLs, file names and keys. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let id = '';
  for (const byte of pool.subarray(used, (used += ID_LENGTH))) id += ALPHABET.charAt(byte % ALPHABET.length);
  return id;
}

/** Returns a random URL-safe secret of 256 bits. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the hash under which a secret is stored, so that a copy of the database gives no access. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Returns the id of whatever these parts name together: the same id for the same parts. */
export function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
