import { pipeline, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '#server/platform/lib/errors.ts';

const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 16 * 1024, files: 1, parts: 21 };

/** An upload form: the fields before the file, and the file as a stream. */
export interface UploadForm {
  fields: ReadonlyMap<string, string>;
  /** Throws `AppError` INVALID_INPUT if the form is truncated. */
  file: AsyncIterable<Buffer>;
}

/** Reads a multipart form up to its file; as with S3, all fields precede it. Throws `AppError` INVALID_INPUT. */
export function readUploadForm(req: Request): Promise<UploadForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = multipartParser(req);
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (_name, file) => {
      // The reader of the stream receives the error; without a reader it must not be uncaught.
      file.on('error', () => undefined);
      resolve({ fields, file: bytesOf(file) });
    });
    pipeline(req, form, (error) => {
      // No effect once a file was found: the promise is already resolved.
      reject(error ? invalidForm(error) : new AppError('INVALID_INPUT', 'The form has no file.'));
    });
  });
}

async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    throw invalidForm(cause);
  }
}

function invalidForm(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The form cannot be read.', {}, { cause });
}

function multipartParser(req: Request): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS });
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'A multipart form with a file is expected.', {}, { cause });
  }
}
