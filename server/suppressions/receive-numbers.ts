import busboy from 'busboy';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvReader, MalformedCsvError } from '#shared/contacts/csv-reader.ts';
import { numberFileText } from '#shared/contacts/number-file.ts';
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES, readNumberList } from '#shared/contacts/suppression-list.ts';
import type { LineError } from '#shared/error-codes.ts';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';

const FILE_FIELD = 'csv_file';
const HEADER_LINES = 1;

/** Whether a request has a list of numbers as CSV: as its body, or as the file `csv_file` of a form. */
export function hasNumberFile(req: Request): boolean {
  return typeof req.is(['text/csv', 'multipart/form-data']) === 'string';
}

/**
 * Reads a CSV list of numbers of up to 10 MB. Throws `AppError` INVALID_CSV with all errors by line,
 * UNSUPPORTED_MEDIA_TYPE for a compressed body, PAYLOAD_TOO_LARGE, or INVALID_INPUT for a form without a file.
 */
export async function receiveNumbers(req: Request): Promise<string[]> {
  if ((req.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
  return numbersOf(req.is('text/csv') === false ? await formFile(req) : await bodyOf(req));
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

function numbersOf(bytes: Uint8Array): string[] {
  const file = numberFileText(bytes);
  if (!file.ok) throw new AppError('INVALID_CSV', file.problem);
  const { newline, delimiter } = file.layout;
  const records: string[][] = [];
  try {
    new CsvReader(newline, delimiter).end(file.text, (record) => records.push(record.cells()));
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    throw invalidList([{ line: records.length + 1, message: error.message }]);
  }
  if (records.length > MAX_IMPORT_LINES + HEADER_LINES) {
    const most = formatNumber(MAX_IMPORT_LINES);
    throw new AppError('INVALID_CSV', `The list has more than ${most} lines. Please split it.`);
  }
  const { phones, errors } = readNumberList(records);
  if (errors.length > 0) throw invalidList(errors);
  if (phones.length === 0) throw new AppError('INVALID_CSV', 'The list has no numbers.');
  return phones;
}

/** Errors listed in one response. */
const MAX_LISTED_ERRORS = 10_000;

function invalidList(errors: LineError[]): AppError {
  const count = `${formatNumber(errors.length)} ${errors.length === 1 ? 'error' : 'errors'}`;
  const listed = errors.slice(0, MAX_LISTED_ERRORS);
  return new AppError('INVALID_CSV', `The list has ${count}. Nothing was imported.`, { errors: listed });
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
      file.on('data', (chunk: Buffer) => chunks.push(chunk));
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
