import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { BackupError } from './backup-format.ts';

/** Encrypts or decrypts a stream. */
export type Cipher = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Buffer>;

/** Ends the names of encrypted files, as those of the program `age`. */
export const ENCRYPTED = '.age';

/** Loaded only where a backup is encrypted. */
const loadAge = () => import('age-encryption');

/** Returns what encrypts to public keys of age. Throws `BackupError` for one that is mistyped. */
export async function createEncryption(recipients: readonly string[]): Promise<Cipher> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  try {
    for (const recipient of recipients) encrypter.addRecipient(recipient);
  } catch {
    throw new BackupError(
      'BACKUP_KEY: must be the public key of age, as age-keygen prints it; it is mistyped.',
    );
  }
  return (chunks) => throughStream(chunks, (stream) => encrypter.encrypt(stream));
}

/** Returns what decrypts with the secret keys of a file of `age-keygen`. Throws `BackupError`. */
export async function createDecryption(keyFile: string): Promise<Cipher> {
  const text = await readFile(keyFile, 'utf8').catch((error: unknown) => {
    throw new BackupError(`BACKUP_KEY_FILE: ${keyFile} cannot be read (${codeOf(error)}).`);
  });
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  try {
    for (const key of keys) decrypter.addIdentity(key);
  } catch {
    // Not the library's message, which may have a part of the key.
    throw new BackupError(`BACKUP_KEY_FILE: ${keyFile} has a line that is no secret key of age.`);
  }
  return (chunks) => throughStream(chunks, (stream) => decrypter.decrypt(stream));
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}

async function* throughStream(
  chunks: AsyncIterable<Uint8Array>,
  through: (stream: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>,
): AsyncGenerator<Buffer> {
  const stream = await through(Readable.toWeb(Readable.from(chunks, { objectMode: false })));
  for await (const chunk of stream) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
}
