import mongoose, { type Connection, type Model } from 'mongoose';
import { ACCOUNT_EVENT_TYPES, type AccountEventType } from '#shared/schemas/account/account-events.ts';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** The networks that a counted event names. */
const MAX_NETWORKS = 5;

/** An event of an account; never changed, except that a counted one counts. */
export interface AccountEventRecord {
  _id: string;
  uid: string;
  type: AccountEventType;
  at: Date;
  count: number;
  userAgent?: string | undefined;
  networks: string[];
  /** Set if there were more networks than named. */
  otherNetworks?: boolean | undefined;
  detail?: Readonly<Record<string, string>> | undefined;
  /** When the database removes the event; absent for those kept as long as the account. */
  removeAt?: Date | undefined;
}

export type AccountEventModel = Model<AccountEventRecord>;

/** The `account_events` collection. */
export function createAccountEventModel(connection: Connection): AccountEventModel {
  const schema = new mongoose.Schema<AccountEventRecord>(
    {
      _id: { type: String, required: true },
      uid: { type: String, required: true },
      type: { type: String, enum: ACCOUNT_EVENT_TYPES, required: true },
      at: { type: Date, required: true },
      count: { type: Number, required: true },
      userAgent: String,
      networks: { type: [String], required: true },
      otherNetworks: Boolean,
      detail: { type: Object },
      removeAt: Date,
    },
    { autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, at: -1, _id: -1 });
  schema.index({ removeAt: 1 }, { expireAfterSeconds: 0 });
  return connection.model<AccountEventRecord>('AccountEvent', schema, 'account_events');
}

/** Appends and reads the events of accounts. */
export class AccountEventStore {
  readonly #model: AccountEventModel;

  constructor(model: AccountEventModel) {
    this.#model = model;
  }

  /** Appends an event. Returns false if there is one with this id. */
  append(event: AccountEventRecord): Promise<boolean> {
    return isInserted(() => this.#model.create(event));
  }

  /** Counts a repetition of an event, from `network`. */
  async countAgain(id: string, network: string): Promise<void> {
    const nameable = {
      $or: [{ networks: network }, { [`networks.${String(MAX_NETWORKS - 1)}`]: { $exists: false } }],
    };
    const { matchedCount } = await this.#model.updateOne(
      { _id: id, ...nameable },
      { $inc: { count: 1 }, $addToSet: { networks: network } },
    );
    if (matchedCount === 0)
      await this.#model.updateOne({ _id: id }, { $inc: { count: 1 }, $set: { otherNetworks: true } });
  }

  /** Returns events of a user, newest first, from the one that follows `after`. */
  async page(
    uid: string,
    { after, limit }: { after?: LastRow | undefined; limit: number },
  ): Promise<AccountEventRecord[]> {
    const rest = after && { $or: [{ at: { $lt: after.at } }, { at: after.at, _id: { $lt: after.key } }] };
    return this.#model
      .find({ uid, ...rest })
      .sort({ at: -1, _id: -1 })
      .limit(limit)
      .lean();
  }

  /** Removes the events of a user. */
  async eraseAll(uid: string): Promise<void> {
    await this.#model.deleteMany({ uid });
  }
}
