import { randomBytes } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** A random id of 26 characters (130 bits), safe in URLs, file names and keys. */
export function newId(): string {
  return Array.from(randomBytes(26), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** An unguessable secret of 256 bits for links and keys, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
