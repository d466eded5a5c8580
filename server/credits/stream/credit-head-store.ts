import { mongo } from 'mongoose';
import type { CreditHead, CreditHeadModel } from './credit-head-model.ts';

const DUPLICATE_KEY = 11_000;

/** The noted heads of streams: they follow the events by a moment. */
export interface CreditHeadStore {
  /** Notes heads; one that is older than what is noted changes nothing. */
  note(heads: readonly CreditHead[]): Promise<void>;
  /** The versions of these streams' heads, in one look; a stream without one is left out. */
  versionsOf(streamIds: readonly string[]): Promise<Map<string, number>>;
}

/** The store over the `credit_heads` collection. */
export function createCreditHeadStore(model: CreditHeadModel): CreditHeadStore {
  return {
    async note(heads) {
      try {
        await model.bulkWrite(heads.map(noteIfNewer), { ordered: false });
      } catch (error) {
        if (!isOnlyOlder(error)) throw error;
      }
    },
    async versionsOf(streamIds) {
      const heads = await model
        .find({ _id: { $in: [...streamIds] } }, { version: 1 })
        .lean<Pick<CreditHead, '_id' | 'version'>[]>()
        .exec();
      return new Map(heads.map(({ _id, version }) => [_id, version]));
    },
  };
}

/** Where another process noted a newer head, the upsert runs into the stream's `_id` and changes nothing. */
function noteIfNewer({ _id, version, hash }: CreditHead) {
  return {
    updateOne: {
      filter: { _id, version: { $lt: version } },
      update: { $set: { version, hash } },
      upsert: true,
    },
  };
}

function isOnlyOlder(error: unknown): boolean {
  if (!(error instanceof mongo.MongoBulkWriteError)) return false;
  return [error.writeErrors].flat().every(({ code }) => code === DUPLICATE_KEY);
}
