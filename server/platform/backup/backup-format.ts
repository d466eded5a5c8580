import { z } from 'zod';
import { ERASURES } from './erasures/erasure-list.ts';

/** Written last: a folder without it is an incomplete backup. */
export const MANIFEST = 'manifest.json';
/** The manifest within an encrypted backup. */
export const SEALED_MANIFEST = 'contents.json';
/** The folder of the objects. */
export const OBJECTS = 'objects';
/** Lists the objects, one JSON line each, compressed. */
export const OBJECT_INDEX = 'objects.jsonl.gz';

/**
 * Collections that no backup has: jobs are derived from the other records, and sessions, leases and running processes belong to
 * the system that was backed up, as does the right to delete objects from its store.
 */
const EXCLUDED = new Set([
  'campaign_reservations',
  'job_notices',
  'jobs',
  'object_sweeps',
  'processes',
  'sessions',
]);
/** The list of erasures has a file of its own, which a later restore of an earlier backup reads too. */
const EXCLUDED_OBJECTS = [ERASURES, 'retention/'];
const SEED = /^seed_/;

/** Loaded last: without its campaign nothing of a half restored database can be called. */
const LAST = 'campaigns';

/** Returns which collections a backup has, in the order in which they are loaded. */
export function backedUp(names: readonly string[]): string[] {
  const kept = names.filter((name) => !EXCLUDED.has(name) && !SEED.test(name) && !name.startsWith('system.'));
  return kept.toSorted((a, b) => Number(a === LAST) - Number(b === LAST) || a.localeCompare(b));
}

/** Returns whether a backup has an object, and a restore writes it. */
export function isBackedUpObject(key: string): boolean {
  return !EXCLUDED_OBJECTS.some((prefix) => key.startsWith(prefix));
}

/** Returns the path of a collection in a backup; the layout is that of `mongodump --gzip`. */
export function collectionFile(name: string): string {
  return `database/${name}.bson.gz`;
}

const checksum = { bytes: z.int().nonnegative(), sha256: z.string().regex(/^[\da-f]{64}$/) };

/** A file of a backup, with the size and hash of its content as stored. */
export type CheckedFile = { bytes: number; sha256: string };

export const objectEntrySchema = z.object({
  key: z.string().min(1),
  contentType: z.string(),
  /** Its place in an encrypted backup, whose file names say nothing about the object. */
  place: z
    .string()
    .regex(/^\d+\/\d+$/)
    .optional(),
  ...checksum,
});

/** An object of a backup. */
export type ObjectEntry = z.infer<typeof objectEntrySchema>;

/** Returns the path of an object in a backup. Keys of foreign objects may have any characters. */
export function objectFile({ key, place }: Pick<ObjectEntry, 'key' | 'place'>): string {
  return `${OBJECTS}/${place ?? key.split('/').map(encodeSegment).join('/')}`;
}

const PLACES_A_FOLDER = 1_000;

/** Returns the place of the object with this number in an encrypted backup. */
export function objectPlace(number: number): string {
  return `${String(Math.floor(number / PLACES_A_FOLDER))}/${String(number % PLACES_A_FOLDER)}`;
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(/^\.+/, (dots) => '%2E'.repeat(dots.length));
}

export const manifestSchema = z.object({
  format: z.literal(1),
  /** At or before the moment whose data the backup has: every later call is unknown to it. */
  cutAt: z.iso.datetime().transform((text) => new Date(text)),
  finishedAt: z.iso.datetime(),
  /** Fingerprints of the values of SESSION_SECRET, with which parts of the data are encrypted; the first one signed. */
  secrets: z.array(z.string()).min(1),
  collections: z.array(z.object({ name: z.string(), documents: z.int().nonnegative(), ...checksum })),
  objects: z.object({ count: z.int().nonnegative(), bytes: z.int().nonnegative() }),
  objectIndex: z.object(checksum),
  /** Missing in backups from before there was a list of erased accounts. */
  erasures: z.object(checksum).optional(),
});

/** What a backup consists of. */
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest of an encrypted backup, which another file has in encrypted form. */
export const sealedManifestSchema = z.object({
  format: z.literal(2),
  cutAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  /** The public keys to whose secret keys it is encrypted. */
  recipients: z.array(z.string()).min(1),
  sealed: z.object(checksum),
});

/** A backup that cannot be made or restored; the message is for the operator. */
export class BackupError extends Error {}

/** Returns how many documents of the database a backup holds. */
export function countDocuments({ collections }: Pick<Manifest, 'collections'>): number {
  return collections.reduce((sum, { documents }) => sum + documents, 0);
}
