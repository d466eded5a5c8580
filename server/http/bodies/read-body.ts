import type { Request } from 'express';
import getRawBody from 'raw-body';
import { AppError } from '#server/lib/errors.ts';
import { refuseHeavyJson } from './json-limits.ts';

/** What anybody may send; a sign-in has a few hundred bytes. */
const PUBLIC_BYTES = 16 * 1024;
const SIGNED_IN_BYTES = 1024 * 1024;

/** Whether a request comes with a body; one that is sent in chunks may turn out to be empty. */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the JSON text of a request, at most 16 KB of a stranger's and 1 MB of a signed-in caller's. Throws an error of
 * status 413 or 415, and 400 for one that is too deep or has too many values to be parsed.
 */
export async function readJsonText(req: Request, { signedIn }: { signedIn: boolean }): Promise<string> {
  refuseCompressed(req);
  if (!isUtf8(req)) throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be in UTF-8.');
  const bytes = await read(req, signedIn ? SIGNED_IN_BYTES : PUBLIC_BYTES);
  refuseHeavyJson(bytes);
  return new TextDecoder().decode(bytes);
}

async function read(req: Request, limit: number): Promise<Buffer> {
  try {
    return await getRawBody(req, { limit, length: req.headers['content-length'] ?? null });
  } catch (error) {
    // What is still to come is thrown away, so that the connection can be used again.
    req.resume();
    throw error;
  }
}

/** A small body that is compressed may be a huge one. */
function refuseCompressed({ headers }: Request): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
}

function isUtf8({ headers }: Request): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return /^utf-?8$/i.test(charset);
}
