import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { MAX_CSV_BYTES } from '#shared/contacts/contact-file.ts';
import { encodingOfLabel, type TextEncoding } from '#shared/contacts/encodings/text-encoding.ts';
import { AppError, invalidField, invalidParameter, toError } from '#server/platform/lib/errors.ts';
import { refuseUndecoded } from '#server/platform/lib/text/utf8.ts';
import { limitBytes, refuseLarger, tooLarge } from './limit-bytes.ts';
import type { Spool, SpooledFile, SpoolFile } from './spool.ts';

/** The field of a form that has the file. */
export const FILE_FIELD = 'csv_file';
/** Names the encoding of the file. */
const CHARSET_FIELD = 'charset';
/** Other form fields and boundaries. */
const FIELDS_BYTES = 1024 * 1024;
/** More than a call has, each field of a list sent as one of its own. */
const MAX_FIELDS = 100;
/** Fields, the file, and what is neither. */
const MAX_PARTS = 110;
const MAX_FIELD_KB = 64;
/** Busboy drops what is above a limit, and reports texts and parts that reach it. */
const LIMITS = { files: 1, fields: MAX_FIELDS, fieldSize: MAX_FIELD_KB * 1024 + 1, parts: MAX_PARTS + 1 };

/** A multipart form whose file is in the spool folder. */
export interface Upload extends SpooledFile {
  /** The values of each field, in order; a list may be sent as one field several times. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The encoding of the file, if the field `charset` names it. */
  encoding: TextEncoding | undefined;
  /** SHA-256 of the file. */
  digest: string;
}

/**
 * Reads a multipart form and streams its file of up to `maxBytes` to the spool folder. Throws `AppError` INVALID_INPUT for an invalid form
 * or a missing file, PAYLOAD_TOO_LARGE above the limit, UNAVAILABLE on a disk error, after removing the file.
 */
export async function receiveUpload(
  req: IncomingMessage,
  { create }: Spool,
  maxBytes = MAX_CSV_BYTES,
): Promise<Upload> {
  refuseLarger(req, maxBytes + FIELDS_BYTES, maxBytes);
  const { result, path, discard } = await create('csv', async (file) => {
    const { fields, digest } = await readForm(req, file, maxBytes);
    const encoding = encodingNamed(fields.get(CHARSET_FIELD)?.at(-1));
    fields.delete(CHARSET_FIELD);
    if (digest !== undefined) return { fields, digest, encoding };
    throw invalidField(FILE_FIELD, 'is missing', 'No CSV file found. Please upload a file first.');
  });
  return { ...result, path, discard };
}

async function readForm(
  req: IncomingMessage,
  to: SpoolFile,
  maxBytes: number,
): Promise<{ fields: Map<string, string[]>; digest: string | undefined }> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string) => fields.set(name, [...(fields.get(name) ?? []), value]);
  let file: Promise<string> | undefined;
  const form = openForm(req, maxBytes);
  refuseSurplus(form);
  form.on('field', (name, value, { valueTruncated }) => {
    try {
      if (valueTruncated) throw invalidParameter(name, `is longer than ${String(MAX_FIELD_KB)} KB`);
      refuseUndecoded(name, value);
      add(name, value);
    } catch (error) {
      form.destroy(toError(error));
    }
  });
  form.on('file', (name, stream) => {
    // Its reader gets the error of a form that is cut off; one that nobody hears ends the process.
    stream.on('error', () => undefined);
    // A form that was refused in the same chunk ends none of its later files.
    if (form.destroyed) return;
    if (name !== FILE_FIELD) {
      // Named as unknown with the other fields.
      add(name, '');
      stream.resume();
      return;
    }
    file = spool(stream, to, maxBytes);
    file.catch((error: unknown) => form.destroy(error instanceof Error ? error : undefined));
  });
  try {
    await pipeline(limitBytes(req, maxBytes + FIELDS_BYTES, maxBytes), form);
  } catch (error) {
    // Discard the rest of the body, so that the response can be sent.
    req.resume();
    // The error of the file is the cause of that of the form, and what is still being written would follow the cleanup.
    const failed = await file?.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    throw error instanceof AppError || error === failed ? error : invalidForm(error);
  }
  return { fields, digest: await file };
}

/** Ends a form that has more than a call can have, whose surplus would be dropped and the call made without it. */
function refuseSurplus(form: busboy.Busboy): void {
  const refuse = (error: AppError) => () => form.destroy(error);
  const tooMany = (count: number, what: string) =>
    new AppError('INVALID_INPUT', `The form has more than ${String(count)} ${what}.`);
  form.on('fieldsLimit', refuse(tooMany(MAX_FIELDS, 'fields')));
  form.on('partsLimit', refuse(tooMany(MAX_PARTS, 'parts')));
  const problem = 'must be the only file of the form';
  form.on('filesLimit', refuse(invalidField(FILE_FIELD, problem, 'The form has more than one file.')));
}

function encodingNamed(charset: string | undefined): TextEncoding | undefined {
  if (charset === undefined) return undefined;
  const encoding = encodingOfLabel(charset);
  if (encoding !== undefined) return encoding;
  throw invalidField(
    CHARSET_FIELD,
    'is not an encoding that can be read, such as utf-8, windows-1252 or shift_jis',
    'The charset is not an encoding that can be read.',
  );
}

function openForm(req: IncomingMessage, fileSize: number): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: { ...LIMITS, fileSize } });
  } catch (error) {
    throw invalidForm(error);
  }
}

/** Writes the file to disk; returns its digest. */
async function spool(
  stream: Readable & { truncated?: boolean },
  to: SpoolFile,
  maxBytes: number,
): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    await to.write(chunk);
  }
  if (stream.truncated === true) throw tooLarge(maxBytes);
  return hash.digest('hex');
}

function invalidForm(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The form could not be read.', {}, { cause });
}
