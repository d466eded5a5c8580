import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type { DraftDocument, DraftModel } from './draft-model.ts';

/** A change of a draft that was at version `base`, or did not exist if that is null. */
export interface DraftChange extends Omit<DraftDocument, '_id'> {
  base: string | null;
}

/** Stores the unfinished campaigns of users. */
export class DraftStore {
  readonly #model: DraftModel;

  constructor(model: DraftModel) {
    this.#model = model;
  }

  /** Returns the draft of a user. */
  async of(uid: string): Promise<DraftDocument | undefined> {
    return (await this.#model.findById(uid).lean<DraftDocument>().exec()) ?? undefined;
  }

  /**
   * Stores a change; returns false if the draft is at another version, unless an earlier change of the same visit is what
   * made it, whose answer was lost.
   */
  async put(uid: string, { base, ...change }: DraftChange): Promise<boolean> {
    const earlier = { tab: change.tab, edit: { $lte: change.edit } };
    const expected = base === null ? earlier : { $or: [earlier, { version: base }] };
    try {
      const result = await this.#model.updateOne(
        { _id: uid, ...expected },
        { $set: change },
        { upsert: base === null },
      );
      return result.matchedCount + result.upsertedCount === 1;
    } catch (error) {
      // Without a base it is inserted, unless there is a draft already.
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** Removes the draft of a user. */
  async discard(uid: string): Promise<void> {
    await this.#model.deleteOne({ _id: uid });
  }
}
