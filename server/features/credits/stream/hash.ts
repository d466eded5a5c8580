import { hash } from 'node:crypto';
import type { CreditCommand } from '#server/features/credits/commands.ts';

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
export function eventHash(document: StoredDocument): string {
  return hash('sha256', canonicalFields(document, 'hash'), 'hex');
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
  return canonicalFields(value as StoredDocument);
}

/** Returns an object's fields as canonical JSON, without the one named `omitted`. */
function canonicalFields(fields: StoredDocument, omitted?: string): string {
  let members = '';
  for (const { name, quoted } of inOrder(Object.keys(fields))) {
    if (name !== omitted) members += `${members === '' ? '' : ','}${quoted}${canonicalJson(fields[name])}`;
  }
  return `{${members}}`;
}

/** The field names of an object in its own order, and sorted, each also as JSON with its colon. */
interface Shape {
  names: readonly string[];
  sorted: readonly { name: string; quoted: string }[];
}

/** Events have a dozen shapes of up to 18 fields; the limits bound the cache for manipulated documents. */
const MAX_NAMES = 32;
const MAX_SHAPES = 16;
/** The shapes seen so far by their number of names. */
const shapes: Shape[][] = Array.from({ length: MAX_NAMES + 1 }, () => []);

/** Returns field names in order. Cached by shape, as sorting and quoting are almost half of the cost of a hash. */
function inOrder(names: readonly string[]): Shape['sorted'] {
  const ofLength = shapes[names.length];
  const found = ofLength?.find((shape) => haveEqualNames(shape.names, names));
  if (found !== undefined) return found.sorted;
  const sorted = names.toSorted().map((name) => ({ name, quoted: `${JSON.stringify(name)}:` }));
  if (ofLength !== undefined && ofLength.length < MAX_SHAPES) ofLength.push({ names, sorted });
  return sorted;
}

/** Compares as many names as each has. A loop, as a callback for each name takes twice as long. */
function haveEqualNames(some: readonly string[], others: readonly string[]): boolean {
  for (let at = 0; at < some.length; at += 1) if (some[at] !== others[at]) return false;
  return true;
}
