import { hash } from 'node:crypto';
import type { CreditCommand } from '#server/credits/commands.ts';

/** A document as stored in the database. */
export type StoredDocument = Readonly<Record<string, unknown>>;

/** Hashes the command as sent, without derived values, to detect other content under the same key. */
export function requestHash({ key: _key, ...content }: CreditCommand): string {
  return hash('sha256', canonicalJson(content), 'hex');
}

/**
 * Hashes every field of an event as stored, before upcasting, including added ones; through `previousHash` it covers all
 * earlier events. Only the hash itself is excluded.
 */
export function eventHash({ hash: _hash, ...content }: StoredDocument): string {
  return contentHash(content);
}

/** Returns the hash of an event without its `hash` field. */
export function contentHash(content: StoredDocument): string {
  return hash('sha256', canonicalJson(content), 'hex');
}

/**
 * Returns JSON with sorted keys that is unambiguous across types: dates and BSON types are tagged, and NaN and infinities
 * are written by name.
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value);
    case 'number':
    case 'boolean':
      return String(value);
    case 'object':
      return value === null ? 'null' : canonicalObject(value);
    default:
      return `{"$${typeof value}":${JSON.stringify(String(value))}}`;
  }
}

function canonicalObject(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value instanceof Date) return `{"$date":${String(value.getTime())}}`;
  if ('_bsontype' in value) return `{"$${String(value._bsontype)}":${JSON.stringify(JSON.stringify(value))}}`;
  const fields = value as Readonly<Record<string, unknown>>;
  let members = '';
  for (const name of Object.keys(fields).sort()) {
    members += `${members === '' ? '' : ','}${quotedName(name)}:${canonicalJson(fields[name])}`;
  }
  return `{${members}}`;
}

/** Events have a few dozen field names; the limit bounds the cache for manipulated documents. */
const MAX_NAMES = 256;
const quotedNames = new Map<string, string>();

/** Returns a field name as JSON. Cached, as this is a third of the cost of a hash. */
function quotedName(name: string): string {
  const cached = quotedNames.get(name);
  if (cached !== undefined) return cached;
  const quoted = JSON.stringify(name);
  if (quotedNames.size < MAX_NAMES) quotedNames.set(name, quoted);
  return quoted;
}
