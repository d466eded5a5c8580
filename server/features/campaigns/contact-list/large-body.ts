import type { Request } from 'express';

/** Smaller bodies are parsed first, so that validation errors take precedence. */
const LARGE_BYTES = 16 * 1024;

/** Returns whether a body is large; a chunked body without a length counts as large. */
export function isLarge({ headers }: Request): boolean {
  return isLargeSize(Number(headers['content-length'] ?? Infinity));
}

/** Returns whether a body of this size is large. */
export function isLargeSize(bytes: number): boolean {
  return !(bytes <= LARGE_BYTES);
}
