import busboy from 'busboy';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readNumbers } from '#shared/contacts/number-file.ts';
import { MAX_IMPORT_BYTES, type NumberList } from '#shared/contacts/suppression-list.ts';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';

const FILE_FIELD = 'csv_file';

/** Whether a request has a list of numbers as CSV: as its body, or as the file `csv_file` of a form. */
export function hasNumberFile(req: Request): boolean {
  return typeof req.is(['text/csv', 'multipart/form-data']) === 'string';
}

/**
 * Reads a CSV list of numbers of up to 10 MB; lines that cannot be read are errors of the list. Throws what `admit` does for
 * a number of numbers, and `AppError` INVALID_CSV for a list without numbers, with its errors by line,
 * UNSUPPORTED_MEDIA_TYPE for a compressed body, PAYLOAD_TOO_LARGE, or INVALID_INPUT for a form without a file.
 */
export async function receiveNumbers(req: Request, admit: (count: number) => void): Promise<NumberList> {
  if ((req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  return numbersOf(req.is('text/csv') === false ? await formFile(req) : await bodyOf(req), admit);
}

async function bodyOf(req: Request): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit: MAX_IMPORT_BYTES, length: req.get('content-length') ?? null });
  } catch (error) {
    // Discard the rest of the body, so that the response can be sent.
    req.resume();
    throw error;
  }
}

/** Reads a list in pieces between which other requests run; `admit` throws once it has too many numbers. */
async function numbersOf(bytes: Uint8Array, admit: (count: number) => void): Promise<NumberList> {
  const steps = readNumbers(bytes);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) {
    admit(step.value);
    await yieldToEventLoop();
  }
  if (step.value.kind === 'problem') throw new AppError('INVALID_CSV', step.value.message);
  const { list } = step.value;
  if (list.phones.length === 0) throw invalidList(list);
  return list;
}

function invalidList({ invalid, errors }: NumberList): AppError {
  const count = `${formatNumber(invalid)} ${invalid === 1 ? 'error' : 'errors'}`;
  return new AppError('INVALID_CSV', `The list has ${count}. Nothing was imported.`, { errors });
}

/** Returns the file `csv_file` of a form. */
async function formFile(req: Request): Promise<Buffer> {
  const parts: { name: string; file: Readable & { truncated?: boolean }; chunks: Buffer[] }[] = [];
  try {
    const limits = { files: 1, fileSize: MAX_IMPORT_BYTES, fields: 20, fieldSize: 1024, parts: 25 };
    const form = busboy({ headers: req.headers, limits });
    form.on('file', (name, file) => {
      const chunks: Buffer[] = [];
      parts.push({ name, file, chunks });
      if (name === FILE_FIELD) file.on('data', (chunk: Buffer) => chunks.push(chunk));
      else file.resume();
    });
    await pipeline(req, form);
  } catch (error) {
    req.resume();
    throw new AppError('INVALID_INPUT', 'The form could not be read.', {}, { cause: error });
  }
  const part = parts.find(({ name }) => name === FILE_FIELD);
  if (part?.file.truncated === true)
    throw new AppError('PAYLOAD_TOO_LARGE', 'The file is larger than 10 MB.');
  if (part !== undefined) return Buffer.concat(part.chunks);
  const text = 'No CSV file found. Please upload a file first.';
  throw new AppError('INVALID_INPUT', text, { fields: { [FILE_FIELD]: 'is missing' } });
}
