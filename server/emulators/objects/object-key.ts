import { extname } from 'node:path';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.csv': 'text/csv',
  '.json': 'application/json',
};

/** Whether `key` is valid. No segment starts with a dot, so a key cannot leave the folder or name an internal file. */
export function isObjectKey(key: string): boolean {
  return key.length <= 500 && KEY.test(key);
}

/** Returns the content type for the extension of a key. It is not stored separately. */
export function contentTypeOf(key: string): string {
  return TYPES[extname(key)] ?? 'application/octet-stream';
}
