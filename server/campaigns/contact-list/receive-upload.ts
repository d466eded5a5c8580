import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, readdir, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { HOUR_MS } from '#shared/time-units.ts';
import { MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import { encodingOfLabel, type TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/secrets/ids.ts';
import { systemClock } from '#server/lib/clock.ts';

/** The field of a form that has the file. */
export const FILE_FIELD = 'csv_file';
/** Names the encoding of the file. */
const CHARSET_FIELD = 'charset';
/** The file plus other form fields and boundaries. */
const MAX_FORM_BYTES = MAX_CSV_BYTES + 1024 * 1024;
const LIMITS = { files: 1, fileSize: MAX_CSV_BYTES, fields: 20, fieldSize: 64 * 1024, parts: 25 };

/** A multipart form whose file is in the spool folder. */
export interface Upload {
  /** The values of each field, in order; a list may be sent as one field several times. */
  fields: ReadonlyMap<string, readonly string[]>;
  path: string;
  /** The encoding of the file, if the field `charset` names it. */
  encoding: TextEncoding | undefined;
  /** SHA-256 of the file. */
  digest: string;
  /** Removes the file. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart form and streams its file to the spool folder. Throws `AppError` INVALID_INPUT for an invalid form
 * or a missing file, PAYLOAD_TOO_LARGE above the limit, UNAVAILABLE on a disk error, after removing the file.
 */
export async function receiveUpload(req: IncomingMessage, spoolDir: string): Promise<Upload> {
  // Refuse by Content-Length before reading.
  if (Number(req.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw tooLarge();
  const path = join(spoolDir, `${newId()}.csv`);
  const discard = () => rm(path, { force: true });
  try {
    await mkdir(spoolDir, { recursive: true });
    const { fields, digest } = await readForm(req, path);
    const charset = fields.get(CHARSET_FIELD)?.at(-1);
    fields.delete(CHARSET_FIELD);
    if (digest === undefined)
      throw new AppError('INVALID_INPUT', 'No CSV file found. Please upload a file first.', {
        fields: { [FILE_FIELD]: 'is missing' },
      });
    return { fields, path, digest, encoding: encodingNamed(charset), discard };
  } catch (error) {
    await discard().catch(() => undefined);
    throw isDiskError(error) ? storageUnavailable(error) : error;
  }
}

async function readForm(
  req: IncomingMessage,
  path: string,
): Promise<{ fields: Map<string, string[]>; digest: string | undefined }> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let file: Promise<string> | undefined;
  const form = openForm(req);
  form.on('field', add);
  form.on('file', (name, stream) => {
    if (name !== FILE_FIELD) {
      // Named as unknown with the other fields.
      add(name, '');
      stream.resume();
      return;
    }
    file = spool(stream, path);
    file.catch((error: unknown) => form.destroy(error instanceof Error ? error : undefined));
  });
  try {
    await pipeline(limitBytes(req, MAX_FORM_BYTES), form);
  } catch (error) {
    // Discard the rest of the body, so that the response can be sent.
    req.resume();
    // A file that is still being opened would be created after the cleanup.
    await file?.catch(() => undefined);
    throw error instanceof AppError || isDiskError(error) ? error : invalidForm(error);
  }
  return { fields, digest: await file };
}

function encodingNamed(charset: string | undefined): TextEncoding | undefined {
  if (charset === undefined) return undefined;
  const encoding = encodingOfLabel(charset);
  if (encoding !== undefined) return encoding;
  throw new AppError('INVALID_INPUT', 'The charset is not an encoding that can be read.', {
    fields: {
      [CHARSET_FIELD]: 'is not an encoding that can be read, such as utf-8, windows-1252 or shift_jis',
    },
  });
}

/** Passes a body on; throws PAYLOAD_TOO_LARGE after `limit` bytes in total. */
async function* limitBytes(req: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    yield chunk;
  }
}

function openForm(req: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS });
  } catch (error) {
    throw invalidForm(error);
  }
}

/** Writes the file to disk; returns its digest. */
async function spool(stream: Readable & { truncated?: boolean }, path: string): Promise<string> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(stream, hashing, createWriteStream(path, { mode: 0o600 }));
  if (stream.truncated === true) throw tooLarge();
  return hash.digest('hex');
}

function invalidForm(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The form could not be read.', {}, { cause });
}

/** A full or read-only disk is a server error. */
function storageUnavailable(cause: unknown): AppError {
  const text = 'The file cannot be stored right now. Please try again later.';
  return new AppError('UNAVAILABLE', text, {}, { cause });
}

const DISK_SYSCALLS = ['mkdir', 'open', 'write', 'close'];

function isDiskError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && DISK_SYSCALLS.includes(String(error.syscall));
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 256 MB.');
}

/** Longer than any upload takes from its first byte to its response. */
const STALE_AFTER_MS = HOUR_MS;

/**
 * Removes spool files of killed processes. Running processes may share the folder, so files are removed by age, by the
 * system clock like file times.
 */
export async function sweepSpool(spoolDir: string): Promise<void> {
  const now = systemClock.now().getTime();
  for (const name of await readdir(spoolDir).catch(() => [])) {
    const path = join(spoolDir, name);
    const changed = await stat(path).catch(() => undefined);
    if (changed !== undefined && now - changed.mtimeMs > STALE_AFTER_MS) await rm(path, { force: true });
  }
}
