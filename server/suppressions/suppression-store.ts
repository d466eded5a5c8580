import { Schema, type Connection, type Model } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { SuppressionSource } from '#shared/schemas/suppressions.ts';
import { isDuplicatesOnly } from '#server/lib/mongodb/mongo-errors.ts';

/** A number that a user's campaigns never call. */
export interface SuppressionRecord {
  userId: string;
  /** Eleven digits beginning with 1, as dialled. */
  phone: string;
  source: SuppressionSource;
  /** For carrier reports: the name of the campaign at that time. */
  campaignName?: string | undefined;
  at: Date;
}

export type SuppressionModel = Model<SuppressionRecord>;

const schema = new Schema<SuppressionRecord>(
  {
    userId: { type: String, required: true },
    phone: { type: String, required: true },
    source: { type: String, required: true },
    campaignName: String,
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'suppressions' },
);

// Makes adding idempotent, and covers the engine's query.
schema.index({ userId: 1, phone: 1 }, { unique: true });
// Covers paging and searching the list.
schema.index({ userId: 1, at: -1, phone: 1 });

/** The `suppressions` collection. */
export function createSuppressionModel(connection: Connection): SuppressionModel {
  return connection.model<SuppressionRecord>('Suppression', schema);
}

/** Selects a part of a user's list. */
interface SuppressionRange {
  /** Digits the number contains in this order; '' for every number. */
  digits: string;
  /** The last row before the range; absent for the start of the list. */
  after?: LastRow | undefined;
  limit: number;
}

/** Users' do-not-call lists. Every query is restricted to one user. */
export class SuppressionStore {
  readonly #model: SuppressionModel;

  constructor(model: SuppressionModel) {
    this.#model = model;
  }

  /** Adds numbers; existing entries are kept unchanged. Returns the numbers that were new. */
  async add(records: readonly SuppressionRecord[]): Promise<string[]> {
    if (records.length === 0) return [];
    let repeated = new Set<number>();
    try {
      await this.#model.collection.insertMany([...records], { ordered: false });
    } catch (error) {
      if (!isDuplicatesOnly(error)) throw error;
      repeated = new Set([error.writeErrors].flat().map(({ index }) => index));
    }
    return records.filter((_, index) => !repeated.has(index)).map(({ phone }) => phone);
  }

  /** Counts the numbers of a user's list that contain `digits`. */
  count(userId: string, digits = ''): Promise<number> {
    return this.#model.countDocuments({ userId, ...containing(digits) });
  }

  /** Removes numbers. */
  async removeAll(userId: string, phones: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ userId, phone: { $in: [...phones] } });
  }

  /** Removes a number; returns false if it was not on the list. */
  async remove(userId: string, phone: string): Promise<boolean> {
    return (await this.#model.deleteOne({ userId, phone })).deletedCount === 1;
  }

  /** Erases the list of a user. */
  async erase(userId: string): Promise<void> {
    await this.#model.deleteMany({ userId });
  }

  /** Returns which of `phones` are on the list, from the index alone. */
  async among(userId: string, phones: readonly string[]): Promise<Set<string>> {
    const found = await this.#model
      .find({ userId, phone: { $in: [...phones] } }, { _id: 0, phone: 1 })
      .lean<Pick<SuppressionRecord, 'phone'>[]>();
    return new Set(found.map(({ phone }) => phone));
  }

  /** Returns part of the list, latest first, by an index seek whatever its position. */
  async page(userId: string, { digits, after, limit }: SuppressionRange): Promise<SuppressionRecord[]> {
    const rest = after && {
      $or: [{ at: { $lt: after.at } }, { at: after.at, phone: { $gt: after.key } }],
    };
    return this.#model
      .find({ userId, ...containing(digits), ...rest })
      .sort({ at: -1, phone: 1 })
      .limit(limit)
      .lean<SuppressionRecord[]>();
  }
}

function containing(digits: string) {
  return digits === '' ? {} : { phone: { $regex: digits } };
}
