import type { mongo } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import { referencedKeys } from '#server/platform/lib/referenced-keys.ts';
import { speechKey, type SpeechDocument, type SpeechModel } from './speech-model.ts';

const ID_IN_KEY = /^speech\/([0-9a-f]{64})\.mp3$/;

/** A text that a user is recorded for, and its recording if it has been uploaded. */
export type KnownText = Pick<SpeechDocument, '_id' | 'mediaId'>;

/** Texts that are spoken or about to be. */
export class SpeechStore {
  readonly #model: SpeechModel;

  constructor(model: SpeechModel) {
    this.#model = model;
  }

  /**
   * Records that `user` uses these texts before they are spoken, so that its erasure finds them. Returns the media ids that
   * exist already, by text id: read after the record, none of them is deleted while `user` is there. `seen`: what
   * `listFor` has returned for these texts and others.
   */
  async register(
    user: string,
    ids: readonly string[],
    at: Date,
    seen?: readonly KnownText[],
  ): Promise<Map<string, string>> {
    const wanted = new Set(ids);
    const known = seen?.filter(({ _id }) => wanted.has(_id)) ?? (await this.listFor(user, ids));
    const noted = new Set(known.map(({ _id }) => _id));
    const others = ids.filter((id) => !noted.has(id));
    if (others.length === 0) return mediaOf(known);
    await this.#note(user, others, at);
    return mediaOf(await this.listFor(user, ids));
  }

  /** Does the same for one text, in one step. */
  async registerOne(user: string, id: string, at: Date): Promise<KnownText> {
    const note = () =>
      this.#model
        .findOneAndUpdate({ _id: id }, noteOf(user, id, at), {
          upsert: true,
          returnDocument: 'after',
          projection: { mediaId: 1 },
        })
        .lean<KnownText>()
        .exec();
    const noted = await note().catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      // Another worker inserted it concurrently: now it exists and is updated.
      return note();
    });
    return noted ?? { _id: id };
  }

  /** Returns the media id of a text, if it has been uploaded. */
  async mediaOf(id: string): Promise<string | undefined> {
    return (await this.#model.findById(id, { mediaId: 1 }).lean())?.mediaId;
  }

  /** Notes a recording that is about to be uploaded. Returns false if nobody uses the text any more. */
  async noteMedia(id: string, mediaId: string): Promise<boolean> {
    const noted = await this.#model.updateOne(
      { _id: id, 'campaigns.0': { $exists: true } },
      { $addToSet: { mediaIds: mediaId } },
    );
    return noted.matchedCount === 1;
  }

  /** Returns whether a noted recording has not been discarded. */
  async holdsMedia(id: string, mediaId: string): Promise<boolean> {
    return (await this.#model.exists({ _id: id, mediaIds: mediaId })) !== null;
  }

  /**
   * Records a noted recording as that of its text unless it has one. Returns the one that applies; `undefined` if there is
   * none, as the text was erased.
   */
  async record(id: string, mediaId: string): Promise<string | undefined> {
    const recorded = await this.#model.updateOne(
      { _id: id, mediaIds: mediaId, mediaId: { $exists: false } },
      { $set: { mediaId } },
    );
    return recorded.matchedCount === 1 ? mediaId : this.mediaOf(id);
  }

  /** Returns those of the object keys that belong to a text somebody uses. */
  referenced(keys: readonly string[]): Promise<string[]> {
    return referencedKeys(keys, ID_IN_KEY, async (ids) => {
      const used = { _id: { $in: ids }, 'campaigns.0': { $exists: true } };
      const found = new Set((await this.#model.find(used, { _id: 1 }).lean()).map(({ _id }) => _id));
      return (id) => found.has(id);
    });
  }

  /** Returns those of the texts that are recorded as used by `user`. */
  listFor(user: string, ids: readonly string[]): Promise<KnownText[]> {
    return this.#model
      .find({ _id: { $in: [...ids] }, campaigns: user }, { mediaId: 1 })
      .lean()
      .exec();
  }

  async #note(user: string, ids: readonly string[], at: Date): Promise<void> {
    const notes = ids.map((id) => ({
      updateOne: {
        filter: { _id: id },
        update: noteOf(user, id, at),
        upsert: true,
      },
    }));
    try {
      await this.#model.collection.bulkWrite(notes as unknown as mongo.AnyBulkWriteOperation[], {
        ordered: false,
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Another worker inserted some of them concurrently: now they exist and are updated.
      await this.#note(user, ids, at);
    }
  }
}

function noteOf(user: string, id: string, at: Date) {
  return {
    $addToSet: { campaigns: user },
    $unset: { discardAt: 1 },
    $setOnInsert: { objectKey: speechKey(id), at },
  };
}

function mediaOf(rows: readonly KnownText[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ _id, mediaId }) => (mediaId === undefined ? [] : [[_id, mediaId] as const])),
  );
}
