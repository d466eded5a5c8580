import { mongo } from 'mongoose';
import type { LastRow } from '#shared/schemas/list-cursor.ts';
import type { SuppressionModel, SuppressionRecord } from './suppression-model.ts';

/** Which part of a user's list is wanted. */
interface SuppressionRange {
  /** Digits that the number contains, in this order; '' for every number. */
  digits: string;
  /** The number that the range comes after; absent for the start of the list. */
  after?: LastRow | undefined;
  limit: number;
}

/** Users' do-not-call lists. Everything asks for the user first, so that nobody meets another's numbers. */
export class SuppressionStore {
  readonly #model: SuppressionModel;

  constructor(model: SuppressionModel) {
    this.#model = model;
  }

  /** Adds numbers; what is on the list already stays as it is. Returns the numbers that were new. */
  async add(records: readonly SuppressionRecord[]): Promise<string[]> {
    if (records.length === 0) return [];
    let repeated = new Set<number>();
    try {
      await this.#model.collection.insertMany([...records], { ordered: false });
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || !isRepetition(error)) throw error;
      repeated = new Set([error.writeErrors].flat().map(({ index }) => index));
    }
    return records.filter((_, index) => !repeated.has(index)).map(({ phone }) => phone);
  }

  /** How many numbers the user's list has, or how many of them contain some digits. */
  count(userId: string, digits = ''): Promise<number> {
    return this.#model.countDocuments({ userId, ...containing(digits) });
  }

  /** Takes several numbers off. */
  async removeAll(userId: string, phones: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ userId, phone: { $in: [...phones] } });
  }

  /** Takes a number off; false where it was not on the list. */
  async remove(userId: string, phone: string): Promise<boolean> {
    return (await this.#model.deleteOne({ userId, phone })).deletedCount === 1;
  }

  /** Which of some numbers are on the list. Answered by the index alone. */
  async among(userId: string, phones: readonly string[]): Promise<Set<string>> {
    const found = await this.#model
      .find({ userId, phone: { $in: [...phones] } }, { _id: 0, phone: 1 })
      .lean<Pick<SuppressionRecord, 'phone'>[]>();
    return new Set(found.map(({ phone }) => phone));
  }

  /** Part of the list, the latest first. A part far down costs what the first one does: it is sought, not counted off. */
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

/** Whether nothing is wrong but that some numbers were on the list already. */
function isRepetition(error: mongo.MongoBulkWriteError): boolean {
  if (error.result.getWriteConcernError() !== undefined) return false;
  return [error.writeErrors].flat().every(({ code }) => code === 11_000);
}
