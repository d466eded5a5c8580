import mongoose, { type Connection, type Model } from 'mongoose';
import { API_KEY_AREAS, type ApiKeyArea } from '#shared/api-key-areas.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { API_KEY_PREFIX, MAX_API_KEYS, type ApiKeyScope } from '#shared/schemas/account/api-keys.ts';
import { hashSecret } from '#server/platform/lib/secrets/ids.ts';
import { freeSlot } from '#server/platform/lib/mongodb/free-slot.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** Anything else is no key, which needs no query. */
const API_KEY_FORM = new RegExp(`^${API_KEY_PREFIX}[\\w-]{43}$`);

/** An API key of a user. Only the hash of the key is stored, so that a copy of the database gives no access. */
export interface ApiKeyRecord {
  _id: string;
  uid: string;
  /** The credit event stream of the user. */
  streamId: string;
  /** 0 to 19; the unique index on it enforces the limit of keys under concurrency. */
  slot: number;
  name: string;
  /** SHA-256 of the key. */
  hash: string;
  /** The beginning of the key, for display. */
  prefix: string;
  scope: Exclude<ApiKeyScope, 'prepare'>;
  /** May also prepare drafts. A field of its own: processes of the version before take such a key for one that reads. */
  prepares?: boolean | undefined;
  /** What it is limited to; missing: it reaches all. */
  areas?: ApiKeyArea[] | undefined;
  createdAt: Date;
  expiresAt?: Date | undefined;
  lastUsedAt?: Date | undefined;
  /** The IPv4 address or IPv6 /64 of the last use. */
  lastUsedFrom?: string | undefined;
}

export type ApiKeyModel = Model<ApiKeyRecord>;

/** The `api_keys` collection. */
export function createApiKeyModel(connection: Connection): ApiKeyModel {
  const schema = new mongoose.Schema<ApiKeyRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      streamId: { type: String, required: true },
      slot: { type: Number, required: true },
      name: { type: String, required: true },
      hash: { type: String, required: true },
      prefix: { type: String, required: true },
      scope: { type: String, enum: ['read', 'full'], required: true },
      prepares: Boolean,
      areas: { type: [String], enum: API_KEY_AREAS, default: undefined },
      createdAt: { type: Date, required: true },
      expiresAt: Date,
      lastUsedAt: Date,
      lastUsedFrom: String,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ hash: 1 }, { unique: true });
  schema.index({ uid: 1, slot: 1 }, { unique: true });
  return connection.model<ApiKeyRecord>('ApiKey', schema, 'api_keys');
}

/** Reads and writes API keys. Nothing is cached, so a revoked key fails at once on every process. */
export class ApiKeyStore {
  readonly #model: ApiKeyModel;

  constructor(model: ApiKeyModel) {
    this.#model = model;
  }

  /** Stores a key in a free slot of its user. Returns false if the user has the maximum number of keys. */
  async insert(key: Omit<ApiKeyRecord, 'slot' | 'hash'>, secret: string): Promise<boolean> {
    for (;;) {
      const slot = freeSlot(await this.ofUser(key.uid), MAX_API_KEYS);
      if (slot === undefined) return false;
      // If not, a parallel call took the slot.
      if (await isInserted(() => this.#model.create({ ...key, slot, hash: hashSecret(secret) }))) return true;
    }
  }

  /** Returns the user's keys, newest first; at most 20. */
  async ofUser(uid: string): Promise<ApiKeyRecord[]> {
    const keys = await this.#model.find({ uid }).lean();
    return keys.sort(
      (one, other) => other.createdAt.getTime() - one.createdAt.getTime() || one.slot - other.slot,
    );
  }

  /** Returns the key of a secret unless it has expired at `now`. */
  async bySecret(secret: string, now: Date): Promise<ApiKeyRecord | undefined> {
    if (!API_KEY_FORM.test(secret)) return undefined;
    const key = await this.#model.findOne({ hash: hashSecret(secret) }).lean();
    return key === null || isExpired(key, now) ? undefined : key;
  }

  /** Deletes a key of the user and returns it; undefined if there is none. */
  async revoke(uid: string, id: string): Promise<ApiKeyRecord | undefined> {
    return (await this.#model.findOneAndDelete({ _id: id, uid }).lean()) ?? undefined;
  }

  /** Deletes all keys of the user. */
  async revokeAll(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }

  /** Records a use, at most once a minute for the same origin. */
  async recordUse({ _id, lastUsedAt, lastUsedFrom }: ApiKeyRecord, now: Date, from: string): Promise<void> {
    const recent = lastUsedAt !== undefined && now.getTime() - lastUsedAt.getTime() < MINUTE_MS;
    if (recent && lastUsedFrom === from) return;
    await this.#model.updateOne({ _id }, { $set: { lastUsedAt: now, lastUsedFrom: from } });
  }
}

/** Returns what a key may do. */
export function scopeOf({ scope, prepares }: Pick<ApiKeyRecord, 'scope' | 'prepares'>): ApiKeyScope {
  return prepares === true ? 'prepare' : scope;
}

/** Whether a key no longer works at `now`. */
export function isExpired({ expiresAt }: Pick<ApiKeyRecord, 'expiresAt'>, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now;
}
