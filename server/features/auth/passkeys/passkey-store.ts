import mongoose, { type Connection, type Model } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** A passkey of a user; `_id` is the id of the credential, as base64url. */
export interface PasskeyRecord {
  _id: string;
  uid: string;
  name: string;
  /** As base64url. */
  publicKey: string;
  /** How often the authenticator was used, as it counts; 0 for those that do not count. */
  counter: number;
  /** How the browser reaches the authenticator. */
  transports: string[];
  createdAt: Date;
  lastUsedAt?: Date;
}

type PasskeyModel = Model<PasskeyRecord>;

/** Creates the `passkeys` model. */
export function createPasskeyModel(connection: Connection): PasskeyModel {
  const schema = new mongoose.Schema<PasskeyRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      name: { type: String, required: true },
      publicKey: { type: String, required: true },
      counter: { type: Number, required: true },
      transports: { type: [String], required: true },
      createdAt: { type: Date, required: true },
      lastUsedAt: Date,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: 1 });
  return connection.model<PasskeyRecord>('Passkey', schema, 'passkeys');
}

/** Reads and writes passkeys. */
export interface PasskeyStore {
  byId(id: string): Promise<PasskeyRecord | undefined>;
  /** Returns the passkeys of a user, the oldest first. */
  ofUser(uid: string): Promise<PasskeyRecord[]>;
  /** Inserts a passkey; returns false if the credential is registered already. */
  insert(passkey: PasskeyRecord): Promise<boolean>;
  /** Records a use. Returns false if the counter was moved since the record was read, as by a parallel use of a copy. */
  recordUse(passkey: PasskeyRecord, counter: number, at: Date): Promise<boolean>;
  /** Removes a passkey of a user and returns it. */
  remove(uid: string, id: string): Promise<PasskeyRecord | undefined>;
  removeAll(uid: string): Promise<void>;
}

/** Creates the store over the `passkeys` collection. */
export function createPasskeyStore(model: PasskeyModel): PasskeyStore {
  return {
    async byId(id) {
      return (await model.findById(id).lean()) ?? undefined;
    },
    ofUser: (uid) => model.find({ uid }).sort({ createdAt: 1 }).lean(),
    insert: (passkey) => isInserted(() => model.create(passkey)),
    async recordUse({ _id, counter: before }, counter, at) {
      const { matchedCount } = await model.updateOne(
        { _id, counter: before },
        { $set: { counter, lastUsedAt: at } },
      );
      return matchedCount === 1;
    },
    async remove(uid, id) {
      return (await model.findOneAndDelete({ _id: id, uid }).lean()) ?? undefined;
    },
    async removeAll(uid) {
      await model.deleteMany({ uid });
    },
  };
}
