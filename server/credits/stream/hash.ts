import { hash } from 'node:crypto';
import type { CreditCommand } from '#server/credits/commands.ts';

/** A stored document as the database gives it. */
export type StoredDocument = Readonly<Record<string, unknown>>;

/** Covers the command as asked (never what we derive from it), so that its key refuses other content. */
export function requestHash({ key: _key, ...content }: CreditCommand): string {
  return hash('sha256', canonicalJson(content), 'hex');
}

/**
 * Covers every field of an event as it is stored, before any upcasting, and through `previousHash` all events before
 * it. Fields that somebody added count too; only the hash itself does not.
 */
export function eventHash({ hash: _hash, ...content }: StoredDocument): string {
  return contentHash(content);
}

/** The hash of an event that has none yet. */
export function contentHash(content: StoredDocument): string {
  return hash('sha256', canonicalJson(content), 'hex');
}

/**
 * JSON with sorted keys, in which values of different types never look alike: dates and the database's own types are
 * marked, numbers that JSON cannot write keep their name.
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

/** Events have a few dozen names in all; a document changed by hand must not make this grow. */
const MAX_NAMES = 256;
const quotedNames = new Map<string, string>();

/** A name as JSON. Remembered, because writing the names anew is a third of the work of a hash. */
function quotedName(name: string): string {
  const known = quotedNames.get(name);
  if (known !== undefined) return known;
  const quoted = JSON.stringify(name);
  if (quotedNames.size < MAX_NAMES) quotedNames.set(name, quoted);
  return quoted;
}
