import mongoose, { type Connection, type Model } from 'mongoose';
import { DAY_MS } from '#shared/time-units.ts';
import type { Clock } from '#server/platform/lib/clock.ts';
import { hashSecret, newId, newSecret } from '#server/platform/lib/secrets/ids.ts';

/** A browser in which a user has signed in. Only the hash of its secret is stored, so that a copy gives nothing away. */
interface KnownBrowserRecord {
  /** SHA-256 of the secret in the browser's cookie. */
  _id: string;
  uid: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

type KnownBrowserModel = Model<KnownBrowserRecord>;

/** Maximum number of known browsers of a user; a new one replaces the one used least recently. */
export const MAX_KNOWN_BROWSERS = 20;
/** A browser is known for a year after its last sign-in. */
const LIFETIME_MS = 365 * DAY_MS;

/** The `known_browsers` collection. */
export function createKnownBrowserModel(connection: Connection): KnownBrowserModel {
  const schema = new mongoose.Schema<KnownBrowserRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      createdAt: { type: Date, required: true },
      lastUsedAt: { type: Date, required: true },
      expiresAt: { type: Date, required: true },
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, lastUsedAt: -1 });
  schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<KnownBrowserRecord>('KnownBrowser', schema, 'known_browsers');
}

/** The browsers that accounts know, by the secrets in their cookies. A known browser is not signed in by that. */
export interface KnownBrowsers {
  /** Returns the secret by which the account knows the browser, if any, and the id that it is stored under. */
  find(uid: string | undefined, secrets: readonly string[]): Promise<KnownBrowser | undefined>;
  /** Makes the browser known to the account for a year; returns its secret and whether it was unknown before. */
  remember(uid: string, secrets: readonly string[]): Promise<KnownBrowser & { isNew: boolean }>;
  /** Forgets one browser of a user by the id that it is stored under. */
  forget(uid: string, id: string): Promise<void>;
  /** Forgets all browsers of a user, but for the one that holds one of `except`. */
  forgetAll(uid: string, except?: readonly string[]): Promise<void>;
}

export interface KnownBrowser {
  id: string;
  secret: string;
}

/** Creates the known browsers over the `known_browsers` collection. */
export function createKnownBrowsers(model: KnownBrowserModel, clock: Clock): KnownBrowsers {
  const find: KnownBrowsers['find'] = async (uid, secrets) => {
    // An id that no account has: an unknown address takes the same query as a known one.
    const owner = uid ?? newId();
    const candidates = secrets.map((secret) => ({ id: hashSecret(secret), secret }));
    const ids = candidates.map(({ id }) => id);
    const found = await model.findOne({ _id: { $in: ids }, uid: owner }).lean();
    if (found === null || found.expiresAt <= clock.now()) return undefined;
    return candidates.find(({ id }) => id === found._id);
  };
  return {
    find,
    async remember(uid, secrets) {
      const lastUsedAt = clock.now();
      const expiresAt = new Date(lastUsedAt.getTime() + LIFETIME_MS);
      const existing = await find(uid, secrets);
      if (existing !== undefined) {
        const used = await model.updateOne({ _id: existing.id, uid }, { $set: { lastUsedAt, expiresAt } });
        // Otherwise it was forgotten meanwhile.
        if (used.matchedCount === 1) return { ...existing, isNew: false };
      }
      const secret = newSecret();
      const id = hashSecret(secret);
      await model.create({ _id: id, uid, createdAt: lastUsedAt, lastUsedAt, expiresAt });
      await removeOldest(model, uid);
      return { id, secret, isNew: true };
    },
    async forget(uid, id) {
      await model.deleteOne({ _id: id, uid });
    },
    async forgetAll(uid, except = []) {
      await model.deleteMany({ uid, _id: { $nin: except.map(hashSecret) } });
    },
  };
}

async function removeOldest(model: KnownBrowserModel, uid: string): Promise<void> {
  const oldest = await model
    .find({ uid }, { _id: 1 })
    .sort({ lastUsedAt: -1 })
    // Skips few, and finds few: every new browser removes the ones too many.
    .skip(MAX_KNOWN_BROWSERS)
    .lean();
  if (oldest.length > 0) await model.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
}
