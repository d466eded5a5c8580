import { deserialize } from 'bson';
import type { mongo } from 'mongoose';
import type { ObjectStore } from '#server/providers/objects/port.ts';
import {
  backedUp,
  BackupError,
  collectionFile,
  isBackedUpObject,
  objectFile,
  type Manifest,
} from './backup-format.ts';
import { batches, splitDocuments } from './bson-stream.ts';
import { readCompressed, readStored } from './checked-files.ts';
import { objectsOf, type StoredBackup } from './manifest-file.ts';
import { beginDeletions, restoredAccount, type ErasedSince } from './erasures/erased-again.ts';
import { restoredAutoPurchase } from './restored-auto-purchase.ts';
import { restoredCampaign } from './restored-campaign.ts';
import { restoredEndpoint } from './restored-endpoint.ts';

const BATCH = { count: 1_000, bytes: 8 * 1024 * 1024 };
/** Numbers keep their stored types: a double stays a double, though it has no fraction. */
const AS_STORED = { promoteValues: false, promoteBuffers: false, bsonRegExp: true } as const;

type Stored = Record<string, unknown>;
interface Since {
  cutAt: Date;
  now: Date;
  erased: ErasedSince;
}
/** What would act on what it was at the time of the backup is stopped, until its owner says so again; numbers go on above it. */
const AS_RESTORED: Readonly<Record<string, (stored: Stored, since: Since) => Stored>> = {
  campaigns: restoredCampaign,
  billing_auto_purchases: restoredAutoPurchase,
  users: restoredAccount,
  webhook_endpoints: restoredEndpoint,
  // Its owner may have kept it since; support is asked again.
  second_factors: ({ resetAskedAt: _asked, resetAt: _at, ...factor }) => factor,
};

/** What a restore leaves out, if its operator says so. */
export interface RestoreChoices {
  /** All API keys: those that were revoked since would work again. */
  withoutKeys?: boolean | undefined;
  /** What was not encrypted with the newest secret of the backup, which stays unreadable. */
  withoutOldSecrets?: boolean | undefined;
}

/** Where a backup is restored to. */
export interface RestoreTarget extends RestoreChoices {
  db: mongo.Db;
  objects: ObjectStore;
  /** Fingerprints of the values of SESSION_SECRET. */
  secrets: readonly string[];
  now: Date;
  /** The accounts that were erased since the backup. */
  erased: ErasedSince;
}

/** The collection of API keys. */
export const API_KEYS = 'api_keys';

/** Throws `BackupError` if the database has records, or cannot read what is encrypted in the backup. */
export async function assertRestorable(
  { db, secrets, withoutOldSecrets = false }: Pick<RestoreTarget, 'db' | 'secrets' | 'withoutOldSecrets'>,
  manifest: Manifest,
): Promise<void> {
  // Each may have encrypted a part: a rotation that was under way had not reached all.
  const needed = withoutOldSecrets ? manifest.secrets.slice(0, 1) : manifest.secrets;
  const missing = needed.filter((secret) => !secrets.includes(secret)).length;
  if (missing > 0)
    throw new BackupError(
      `SESSION_SECRET: must contain every value with which the backup was made; ${String(missing)} of ${String(needed.length)} ${missing === 1 ? 'is' : 'are'} missing. Set the one of today first and those of the backup behind it: today,before. If an old value is lost, --without-old-secrets restores what the newest one can read.`,
    );
  const there = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  for (const name of backedUp(there.map((collection) => collection.name)))
    if ((await db.collection(name).findOne({}, { projection: { _id: 1 } })) !== null)
      throw new BackupError(`The database is not empty: ${name} has documents. Restore into an empty one.`);
}

/**
 * Loads a verified backup, the objects first and the campaigns last. Accounts that were erased since are closed, and their
 * deletion is stored. Returns how many of them there are.
 */
export async function loadBackup(
  { place, manifest }: StoredBackup,
  { db, objects, now, erased, withoutKeys = false }: RestoreTarget,
): Promise<number> {
  for await (const entry of objectsOf(place)) {
    if (!isBackedUpObject(entry.key)) continue;
    const content = readStored(place, objectFile(entry));
    await objects.putStream(entry.key, content, entry.contentType, entry.bytes);
  }
  const { cutAt } = manifest;
  const ordered = backedUp(manifest.collections.map(({ name }) => name));
  for (const name of ordered) {
    if (withoutKeys && name === API_KEYS) continue;
    const documents = splitDocuments(readCompressed(place, collectionFile(name)));
    for await (const batch of batches(documents, BATCH)) {
      const rows = batch.map((row) => deserialize(row, AS_STORED));
      const restore = AS_RESTORED[name] ?? ((row) => row);
      await db.collection(name).insertMany(rows.map((row) => restore(row, { cutAt, now, erased })));
    }
  }
  return beginDeletions(db, erased, now);
}
