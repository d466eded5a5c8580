import { pipeline, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { AppError } from '#server/lib/errors.ts';

const LIMITS = { fields: 20, fieldNameSize: 100, fieldSize: 16 * 1024, files: 1, parts: 21 };

/** A posted form up to its file: the fields before it, and its bytes as they come. */
export interface UploadForm {
  fields: ReadonlyMap<string, string>;
  /** Throws INVALID_INPUT where the form breaks off. */
  file: AsyncIterable<Buffer>;
}

/** Reads a multipart form as far as its file; as with S3, every field comes before it. Throws INVALID_INPUT. */
export function readUploadForm(req: Request): Promise<UploadForm> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = multipartParser(req);
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (_name, file) => {
      // Whoever reads the file learns of a broken upload from it; one that nobody reads any more must not crash.
      file.on('error', () => undefined);
      resolve({ fields, file: bytesOf(file) });
    });
    pipeline(req, form, (error) => {
      // After a file this settles nothing: the promise is resolved.
      reject(error ? unreadable(error) : new AppError('INVALID_INPUT', 'The form has no file.'));
    });
  });
}

async function* bytesOf(file: Readable): AsyncGenerator<Buffer> {
  try {
    yield* file as AsyncIterable<Buffer>;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The form cannot be read.', {}, { cause });
}

function multipartParser(req: Request): busboy.Busboy {
  try {
    return busboy({ headers: req.headers, limits: LIMITS });
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'A multipart form with a file is expected.', {}, { cause });
  }
}
