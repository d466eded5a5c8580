import type { IncomingMessage } from 'node:http';
import getRawBody from 'raw-body';
import { formatNumber } from '#shared/formats.ts';
import { AppError, invalidField, invalidParameter } from '#server/platform/lib/errors.ts';
import { bodyDecoder } from '#server/platform/lib/text/utf8.ts';

/** Limit for callers who are not signed in; a sign-in has a few hundred bytes. */
export const PUBLIC_BYTES = 16 * 1024;
/** The same for signed-in callers. */
export const SIGNED_IN_BYTES = 1024 * 1024;

/** Whether a request has a body; a chunked body may turn out to be empty. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Reads the JSON text of a request: at most 16 KB without a session, 1 MB with one. Throws an error of status 413 or
 * 415, or 400 if the text is nested too deep, has too many values or is not UTF-8.
 */
export async function readJsonText(
  req: IncomingMessage,
  { signedIn }: { signedIn: boolean },
): Promise<string> {
  refuseEncoded(req);
  const bytes = await read(req, signedIn ? SIGNED_IN_BYTES : PUBLIC_BYTES);
  refuseHeavyJson(bytes);
  return textOf(bytes);
}

/** Returns the text of a body. Throws `AppError` INVALID_INPUT if it is not UTF-8. */
export function textOf(bytes: Uint8Array): string {
  const decode = bodyDecoder();
  return decode(bytes) + decode();
}

/** Reads the bytes of a request from a caller who is not signed in: at most 16 KB. Throws an error of status 413 or 415. */
export async function readRawBody(req: IncomingMessage): Promise<Buffer> {
  refuseCompressed(req);
  return read(req, PUBLIC_BYTES);
}

async function read(req: IncomingMessage, limit: number): Promise<Buffer> {
  // The caller closed the page, or the connection, before the body was read.
  if (req.destroyed) throw new AppError('INVALID_INPUT', 'The request was aborted.');
  try {
    return await getRawBody(req, { limit, length: req.headers['content-length'] ?? null });
  } catch (error) {
    // Discard the rest of the body so that the connection can be reused.
    req.resume();
    throw error;
  }
}

/** Throws `AppError` UNSUPPORTED_MEDIA_TYPE for a body that is compressed, or JSON in another encoding than UTF-8. */
export function refuseEncoded(req: IncomingMessage): void {
  refuseCompressed(req);
  const type = req.headers['content-type'] ?? '';
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1] || 'utf-8';
  if (/^application\/json\b/i.test(type) && !/^utf-?8$/i.test(charset))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be in UTF-8.');
}

/** A small compressed body may expand to a very large one. */
function refuseCompressed({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] || 'identity').toLowerCase() !== 'identity')
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression.');
}

const MAX_DEPTH = 32;
/** Four times the number of values in the largest body that the client sends, an import of 5,000 numbers. */
const MAX_VALUES = 20_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Throws `AppError` INVALID_INPUT for JSON that is nested deeper than 32 levels or has more than 20,000 values.
 * It only counts brackets and commas, which is much cheaper than parsing.
 */
function refuseHeavyJson(json: Uint8Array): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) at = endOfString(json, at);
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw refused(`is nested deeper than ${String(MAX_DEPTH)} levels`);
    } else if (CLOSING.has(byte)) depth -= 1;
    if (values > MAX_VALUES) throw refused(`has more than ${formatNumber(MAX_VALUES)} values`);
  }
}

/** Returns the index of the closing quote of the string that begins at `at`. */
function endOfString(json: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end;
}

function refused(problem: string): AppError {
  return invalidField('body', problem, `The body ${problem}.`);
}

/**
 * Throws `AppError` INVALID_INPUT if a key of the body begins with `$` at any depth: MongoDB would read it as an
 * operator. Without this check the schemas would silently drop such a key.
 */
export function refuseOperators(body: object): void {
  // A body may have a million values: nodes link to their parent, and a path is built only for the error.
  const stack: Node[] = [{ value: body, key: '', parent: undefined }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const key of Object.keys(node.value)) {
      if (key.startsWith('$')) throw notAllowed([...pathOf(node), key].join('.'));
      const value = (node.value as Record<string, unknown>)[key];
      if (typeof value === 'object' && value !== null) stack.push({ value, key, parent: node });
    }
  }
}

interface Node {
  value: object;
  key: string;
  parent: Node | undefined;
}

function pathOf(node: Node): string[] {
  const path: string[] = [];
  for (let { key, parent } = node; parent !== undefined; { key, parent } = parent) path.unshift(key);
  return path;
}

function notAllowed(field: string): AppError {
  return invalidParameter(field, 'is not allowed');
}

/** Returns the JSON object in a text. Throws `AppError` INVALID_INPUT for anything else. */
export function jsonObject(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalidField('body', 'is not valid JSON', 'The body is not valid JSON.');
  }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw invalidField(
    'body',
    'must be a JSON object',
    'The body must be a JSON object, sent as application/json.',
  );
}
