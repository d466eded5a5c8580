import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { hashSecret } from './ids.ts';
import type { Secrets } from './secrets.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const NAME_CHARACTERS = 8;

/** Encrypts small texts for storage. */
export interface SecretBox {
  /** Returns the text encrypted with the first secret. `owner` is authenticated: the result opens for it alone. */
  seal(text: string, owner: string): string;
  /** Returns the text. Throws if it was changed, belongs to another owner, or its secret is no longer configured. */
  open(sealed: string, owner: string): string;
  /** What texts begin with that it can open; the first one is that of the present secret. */
  prefixes: readonly string[];
  /** What texts begin with that were sealed with an older secret, and should be sealed again. */
  olderPrefixes: readonly string[];
}

/** Creates a box with secrets of one purpose, 256 bits each as base64url (`deriveSecrets`). */
export function createSecretBox(secrets: Secrets): SecretBox {
  const [current, ...older] = secrets.map((secret) => ({
    prefix: `${hashSecret(secret).slice(0, NAME_CHARACTERS)}.`,
    key: Buffer.from(secret, 'base64url'),
  })) as [SealingKey, ...SealingKey[]];
  return {
    seal: (text, owner) => `${current.prefix}${encrypt(current.key, text, owner)}`,
    open(sealed, owner) {
      const used = [current, ...older].find(({ prefix }) => sealed.startsWith(prefix));
      if (used === undefined)
        throw new Error('A text was sealed with a secret that is no longer configured.');
      return decrypt(used.key, sealed.slice(used.prefix.length), owner);
    },
    prefixes: [current, ...older].map(({ prefix }) => prefix),
    olderPrefixes: older.map(({ prefix }) => prefix),
  };
}

/** Returns whether a text was sealed with a secret that is configured. */
export function canOpen({ prefixes }: Pick<SecretBox, 'prefixes'>, sealed: string): boolean {
  return prefixes.some((prefix) => sealed.startsWith(prefix));
}

interface SealingKey {
  /** Names the secret in what it sealed. */
  prefix: string;
  key: Buffer;
}

function encrypt(key: Buffer, text: string, owner: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
}

function decrypt(key: Buffer, sealed: string, owner: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
  const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(opened).toString('utf8');
}
