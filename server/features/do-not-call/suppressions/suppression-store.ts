import type { Types } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { RequestSource, SuppressionSource } from '#shared/schemas/calling/suppressions.ts';
import { isDuplicatesOnly } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { OPERATOR, type SuppressionModel, type SuppressionRecord } from './suppression-model.ts';

/** A person's request not to be called. */
export interface StopRequest {
  userId: string;
  phone: string;
  source: RequestSource;
  campaignName?: string;
  at: Date;
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
    const added: string[] = [];
    for (const part of partsOf(records)) added.push(...(await this.#insert(part)));
    return added;
  }

  async #insert(records: readonly SuppressionRecord[]): Promise<string[]> {
    let repeated = new Set<number>();
    try {
      await this.#model.collection.insertMany([...records], { ordered: false });
    } catch (error) {
      if (!isDuplicatesOnly(error)) throw error;
      repeated = new Set([error.writeErrors].flat().map(({ index }) => index));
    }
    return records.filter((_, index) => !repeated.has(index)).map(({ phone }) => phone);
  }

  /**
   * Adds numbers whose owners asked not to be called. A number that the user added becomes one; of several requests the
   * first source is kept, and the time of the last. Repeatable.
   */
  async addRequests(requests: readonly StopRequest[]): Promise<void> {
    const isFirst = { $in: [{ $ifNull: ['$source', 'added'] }, OWN_SOURCES] };
    const updates = requests.map(({ userId, phone, source, campaignName, at }) => ({
      updateOne: {
        filter: { userId, phone },
        update: [
          {
            $set: {
              source: { $cond: [isFirst, source, '$source'] },
              campaignName: {
                $cond: [
                  isFirst,
                  campaignName === undefined ? '$$REMOVE' : { $literal: campaignName },
                  '$campaignName',
                ],
              },
              at: { $ifNull: ['$at', at] },
              requestedAt: at,
            },
          },
        ],
        upsert: true,
      },
    }));
    if (updates.length === 0) return;
    const write = () => this.#model.collection.bulkWrite(updates, { ordered: false });
    // Two requests for a new number may both insert it: the other one is then found.
    await write().catch((error: unknown) => {
      if (!isDuplicatesOnly(error)) throw error;
      return write();
    });
  }

  /** Returns the numbers that were added at or after `from`, oldest first. */
  async addedSince(userId: string, from: Date, limit: number) {
    return this.#model
      .find({ userId, at: { $gte: from } })
      .sort({ at: 1, phone: -1 })
      .limit(limit)
      .lean<(SuppressionRecord & { _id: Types.ObjectId })[]>();
  }

  /** Returns the ids of the entries of these numbers. */
  async entriesOf(userId: string, phones: readonly string[]): Promise<Set<string>> {
    const found = await this.#model.find({ userId, phone: { $in: [...phones] } }, { _id: 1 }).lean();
    return new Set(found.map(({ _id }) => String(_id)));
  }

  /** Counts the numbers of a user's list that contain `digits`. */
  count(userId: string, digits = ''): Promise<number> {
    return this.#model.countDocuments({ userId, ...containing(digits) });
  }

  /** Returns the entry of a number. */
  find(userId: string, phone: string) {
    return this.#model
      .findOne({ userId, phone })
      .lean<(SuppressionRecord & { _id: Types.ObjectId }) | null>();
  }

  /** Removes a number; returns false if it is not on the list, or has been asked for since the entry was read. */
  async remove({ userId, phone, requestedAt }: SuppressionRecord): Promise<boolean> {
    const unchanged = { userId, phone, requestedAt: requestedAt ?? { $exists: false } };
    return (await this.#model.deleteOne(unchanged)).deletedCount === 1;
  }

  /** Erases the list of a user. */
  async erase(userId: string): Promise<void> {
    await this.#model.deleteMany({ userId });
  }

  /** Returns which of `phones` are on the list of the user, from the index alone. */
  among(userId: string, phones: readonly string[]): Promise<Set<string>> {
    return this.#onLists([userId], phones);
  }

  /** Returns which of `phones` the user must not call: those on their list, or on the operator's. */
  notToCall(userId: string, phones: readonly string[]): Promise<Set<string>> {
    return this.#onLists([userId, OPERATOR], phones);
  }

  async #onLists(userIds: string[], phones: readonly string[]): Promise<Set<string>> {
    const listed = new Set<string>();
    for (const part of partsOf(phones)) {
      const found = await this.#model
        .find({ userId: { $in: userIds }, phone: { $in: part } }, { _id: 0, phone: 1 })
        .lean<Pick<SuppressionRecord, 'phone'>[]>();
      for (const { phone } of found) listed.add(phone);
    }
    return listed;
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

/** Numbers in one query or write: a longer one holds the process for too long. */
const PART = 5_000;

/** Yields a list in parts that one query or write takes. */
export function* partsOf<T>(all: readonly T[]): Generator<T[]> {
  for (let at = 0; at < all.length; at += PART) yield all.slice(at, at + PART);
}

/** Sources that a request replaces. */
const OWN_SOURCES: readonly SuppressionSource[] = ['added', 'imported'];

function containing(digits: string) {
  return digits === '' ? {} : { phone: { $regex: digits } };
}
