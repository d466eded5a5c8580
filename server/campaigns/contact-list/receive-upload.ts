import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import { AppError } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';

const FILE_FIELD = 'csv_file';
/** What the other parts of a form, and the lines between them, may add to the file. */
const MAX_FORM_BYTES = MAX_CSV_BYTES + 1024 * 1024;
const LIMITS = { files: 1, fileSize: MAX_CSV_BYTES, fields: 20, fieldSize: 64 * 1024, parts: 25 };

/** A multipart form whose file lies in the spool folder. */
export interface Upload {
  fields: Record<string, string>;
  path: string;
  /** SHA-256 of the file. */
  digest: string;
  /** Removes the file. */
  discard(): Promise<void>;
}

/**
 * Reads a multipart form and writes its file to the spool folder as it comes in. Throws `AppError`: 400 for a form
 * that cannot be read or lacks the file, 413 for one that is too large. Nothing stays behind then.
 */
export async function receiveUpload(req: IncomingMessage, spoolDir: string): Promise<Upload> {
  // A body that says so is not even read.
  if (Number(req.headers['content-length'] ?? 0) > MAX_FORM_BYTES) throw tooLarge();
  const path = join(spoolDir, `${newId()}.csv`);
  const discard = () => rm(path, { force: true });
  try {
    await mkdir(spoolDir, { recursive: true });
    const { fields, digest } = await readForm(req, path);
    if (digest === undefined)
      throw new AppError('INVALID_INPUT', 'No CSV file found. Please upload a file first.', {
        fields: { [FILE_FIELD]: 'is missing' },
      });
    return { fields, path, digest, discard };
  } catch (error) {
    await discard().catch(() => undefined);
    throw isOfDisk(error) ? noRoom(error) : error;
  }
}

async function readForm(
  req: IncomingMessage,
  path: string,
): Promise<{ fields: Record<string, string>; digest: string | undefined }> {
  const fields: Record<string, string> = {};
  let file: Promise<string> | undefined;
  const form = openForm(req);
  form.on('field', (name, value) => {
    fields[name] = value;
  });
  form.on('file', (name, stream) => {
    if (name !== FILE_FIELD) {
      stream.resume();
      return;
    }
    file = spool(stream, path);
    file.catch((error: unknown) => form.destroy(error instanceof Error ? error : undefined));
  });
  try {
    await pipeline(atMost(req, MAX_FORM_BYTES), form);
  } catch (error) {
    // What is still to come is thrown away, so that the answer can be sent.
    req.resume();
    // A file that is still being opened would come to light after it was removed.
    await file?.catch(() => undefined);
    throw error instanceof AppError || isOfDisk(error) ? error : unreadable(error);
  }
  return { fields, digest: await file };
}

/** Passes a body on; throws 413 once it is longer than `limit` bytes, whichever part of a form they are in. */
async function* atMost(req: IncomingMessage, limit: number): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) throw tooLarge();
    yield piece;
  }
}

function openForm(req: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS });
  } catch (error) {
    throw unreadable(error);
  }
}

/** Writes the file to disk; answers its digest. */
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

function unreadable(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The form could not be read.', {}, { cause });
}

/** A full disk, or one that cannot be written to, is no fault of the sender's. */
function noRoom(cause: unknown): AppError {
  const text = 'There is no room for the file at the moment. Please try again later.';
  return new AppError('UNAVAILABLE', text, {}, { cause });
}

const DISK_CALLS = ['mkdir', 'open', 'write', 'close'];

function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && DISK_CALLS.includes(String(error.syscall));
}

function tooLarge(): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 256 MB.');
}
