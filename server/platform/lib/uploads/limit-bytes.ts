import type { IncomingMessage } from 'node:http';
import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/platform/lib/errors.ts';

const MB = 1024 * 1024;

/** Throws `AppError` PAYLOAD_TOO_LARGE for a request that says its body has more than `limit` bytes, before it is read. */
export function refuseLarger(req: IncomingMessage, limit: number, fileBytes: number): void {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(fileBytes);
}

/** Passes a body on; throws `AppError` PAYLOAD_TOO_LARGE after `limit` bytes, which is said as a limit of `fileBytes`. */
export async function* limitBytes(
  req: IncomingMessage,
  limit: number,
  fileBytes: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(fileBytes);
    yield chunk;
  }
}

/** Returns the refusal of a file of more than `bytes`. */
export function tooLarge(bytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${formatNumber(bytes / MB)} MB.`);
}
