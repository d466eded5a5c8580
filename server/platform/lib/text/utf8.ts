import { invalidField, invalidParameter } from '#server/platform/lib/errors.ts';

/**
 * Returns a decoder of a body that may arrive in chunks; a call without one ends it. It throws `AppError` INVALID_INPUT at
 * bytes that are not UTF-8: with U+FFFD in their place a name would be stored, and spoken, without its letter.
 */
export function bodyDecoder(): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return (chunk) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalidField('body', 'is not UTF-8', 'The body must be in UTF-8.');
    }
  };
}

/**
 * Throws `AppError` INVALID_INPUT for a field in which a library that decoded it put U+FFFD for what it could not read, or
 * which is undefined as its encoding is not known.
 */
export function refuseUndecoded(field: string, value: unknown): void {
  const isUnread = (text: unknown) =>
    text === undefined || (typeof text === 'string' && text.includes('\uFFFD'));
  if ([value].flat().some(isUnread)) throw invalidParameter(field, 'must be in UTF-8');
}
