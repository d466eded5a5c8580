import type { Request } from 'express';
import { readFile } from 'node:fs/promises';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { readNumbers } from '#shared/contacts/number-file.ts';
import { MAX_IMPORT_BYTES, type NumberList } from '#shared/contacts/suppression-list.ts';
import { formatCount } from '#shared/formats.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { receiveBody } from '#server/platform/lib/uploads/receive-body.ts';
import { receiveUpload } from '#server/platform/lib/uploads/receive-upload.ts';
import type { Spool, SpooledFile } from '#server/platform/lib/uploads/spool.ts';

/** Whether a request has a list of numbers as CSV: as its body, or as the file `csv_file` of a form. */
export function hasNumberFile(req: Request): boolean {
  return typeof req.is(['text/csv', 'multipart/form-data']) === 'string';
}

/**
 * Receives a CSV list of up to 10 MB into the spool folder. Throws `AppError` PAYLOAD_TOO_LARGE, or INVALID_INPUT for a form
 * without a file.
 */
export function receiveNumberFile(req: Request, spool: Spool): Promise<SpooledFile> {
  return req.is('text/csv') === false
    ? receiveUpload(req, spool, MAX_IMPORT_BYTES)
    : receiveBody(req, spool, MAX_IMPORT_BYTES);
}

/**
 * Reads a received list; lines that cannot be read are errors of the list. Throws what `admit` does for a number of numbers,
 * and `AppError` INVALID_CSV for a list without numbers, with its errors by line.
 */
export async function readNumberFile(
  { path }: SpooledFile,
  admit: (count: number) => void,
): Promise<NumberList> {
  return numbersOf(await readFile(path), admit);
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
  const count = formatCount(invalid, 'error');
  return new AppError('INVALID_CSV', `The list has ${count}. Nothing was imported.`, { errors });
}
