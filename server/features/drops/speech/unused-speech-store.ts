import type { mongo, QueryFilter } from 'mongoose';
import { readKeysetPage } from '#server/platform/lib/mongodb/keyset-page.ts';
import type { SpeechDocument, SpeechModel } from './speech-model.ts';

type OldText = Pick<SpeechDocument, '_id' | 'campaigns' | 'at'>;

/** Texts that their last user leaves unused, and the recordings at the carrier that they leave behind. */
export class UnusedSpeechStore {
  readonly #model: SpeechModel;

  constructor(model: SpeechModel) {
    this.#model = model;
  }

  /** Returns whether any of the users uses a text. */
  async hasAny(users: readonly string[]): Promise<boolean> {
    return (await this.#model.exists({ campaigns: { $in: [...users] } })) !== null;
  }

  /** Returns texts that these users alone use. */
  async listExclusive(
    users: readonly string[],
    limit: number,
  ): Promise<Pick<SpeechDocument, '_id' | 'objectKey'>[]> {
    return this.#model.find(usedOnlyBy(users), { objectKey: 1 }).limit(limit).lean();
  }

  /** Removes the users from the texts that others use too. */
  async detachShared(users: readonly string[]): Promise<void> {
    await this.#model.updateMany(
      { campaigns: { $in: [...users], $elemMatch: { $nin: [...users] } } },
      { $pullAll: { campaigns: [...users] } },
    );
  }

  /**
   * Removes the users from texts that they alone use, and discards their recordings in the same write: who registers a text
   * later finds none. Does nothing to a text that has got another user.
   */
  async discard(users: readonly string[], ids: readonly string[], discardAt: Date): Promise<void> {
    const all = { $setUnion: [orEmpty('$discarded'), orEmpty('$mediaIds'), ['$mediaId']] };
    // An absent media id is null in the union.
    const discarded = { $filter: { input: all, cond: { $ne: ['$$this', null] } } };
    await this.#model.collection.updateMany(
      { _id: { $in: [...ids] }, ...usedOnlyBy(users) } as unknown as mongo.Filter<mongo.Document>,
      [{ $set: { campaigns: [], mediaIds: [], discarded, discardAt } }, { $unset: 'mediaId' }],
    );
  }

  /** Returns texts that were first used by `until`, oldest first, after the text `after`. */
  async listOld(until: Date, after: OldText | undefined, limit: number): Promise<OldText[]> {
    const sort = { at: 1, _id: 1 } as const;
    const page = { sort, bounds: { $lte: until }, after: after && ([after.at, after._id] as const), limit };
    return readKeysetPage(page, (where, rows) =>
      this.#model.find(where, { campaigns: 1, at: 1 }).sort(sort).limit(rows).lean<OldText[]>(),
    );
  }

  /** Returns texts without users whose recordings are due to be deleted, longest due first. */
  listDue(now: Date, limit: number): Promise<Pick<SpeechDocument, '_id' | 'discarded'>[]> {
    return this.#model
      .find({ discardAt: { $lte: now } }, { discarded: 1 })
      .sort({ discardAt: 1 })
      .limit(limit)
      .lean()
      .exec();
  }

  /** Removes a text whose discarded recordings are deleted; keeps it if it has a user again or other recordings. */
  async removeUnused({ _id, discarded = [] }: Pick<SpeechDocument, '_id' | 'discarded'>): Promise<void> {
    const unused = { _id, campaigns: { $size: 0 }, discarded };
    if ((await this.#model.deleteOne(unused)).deletedCount === 1) return;
    await this.#model.updateOne({ _id }, { $pullAll: { discarded } });
  }

  /** Postpones the deletion of recordings that the carrier could not delete. */
  async postpone(ids: readonly string[], discardAt: Date): Promise<void> {
    await this.#model.updateMany(
      { _id: { $in: [...ids] }, discardAt: { $exists: true } },
      { $set: { discardAt } },
    );
  }
}

function usedOnlyBy(users: readonly string[]): QueryFilter<SpeechDocument> {
  return { campaigns: { $in: [...users], $not: { $elemMatch: { $nin: [...users] } } } };
}

function orEmpty(field: string): { $ifNull: [string, []] } {
  return { $ifNull: [field, []] };
}
