import { extname } from 'node:path';

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const TYPES: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.csv': 'text/csv',
  '.json': 'application/json',
};

/** Whether `key` names an object: no segment begins with a dot, so no key leads out of the folder or to its own files. */
export function isObjectKey(key: string): boolean {
  return key.length <= 500 && KEY.test(key);
}

/** The type of an object; its name alone decides, so that bytes and type cannot disagree after a crash. */
export function contentTypeOf(key: string): string {
  return TYPES[extname(key)] ?? 'application/octet-stream';
}
