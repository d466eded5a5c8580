import { mongo } from 'mongoose';
import { speechKey, type SpeechDocument, type SpeechModel } from './speech-model.ts';

/** The texts that are spoken or about to be. */
export class SpeechStore {
  readonly #model: SpeechModel;

  constructor(model: SpeechModel) {
    this.#model = model;
  }

  /**
   * Notes that a campaign says some texts, before anything of them is spoken, so that whatever exists of a text is
   * found when its campaigns are erased. Answers the recordings that the carrier has already, by text.
   */
  async want(campaignId: string, ids: readonly string[], at: Date): Promise<Map<string, string>> {
    const known = await this.#listFor(campaignId, ids);
    const noted = new Set(known.map(({ _id }) => _id));
    const others = ids.filter((id) => !noted.has(id));
    if (others.length === 0) return mediaOf(known);
    await this.#note(campaignId, others, at);
    return mediaOf(await this.#listFor(campaignId, ids));
  }

  /** The recording of a text at the carrier, where it has one. */
  async mediaOf(id: string): Promise<string | undefined> {
    return (await this.#model.findById(id, { mediaId: 1 }).lean())?.mediaId;
  }

  /** Records the carrier's recording of a text unless there is one; answers the one that stands, if the text is still wanted. */
  async record(id: string, mediaId: string): Promise<string | undefined> {
    const recorded = await this.#model.updateOne(
      { _id: id, mediaId: { $exists: false } },
      { $set: { mediaId } },
    );
    return recorded.matchedCount === 1 ? mediaId : this.mediaOf(id);
  }

  /** Texts that a campaign says and no other. */
  async listOwn(campaignId: string, limit: number): Promise<Pick<SpeechDocument, '_id' | 'objectKey'>[]> {
    return this.#model
      .find({ campaigns: [campaignId] }, { objectKey: 1 })
      .limit(limit)
      .lean();
  }

  /** Forgets texts that a campaign says, unless another has begun to say them. */
  async removeOwn(campaignId: string, ids: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: [...ids] }, campaigns: [campaignId] });
  }

  /** Takes a campaign off the texts that others say too; a text always has one, by which it is found. */
  async leaveShared(campaignId: string): Promise<void> {
    await this.#model.updateMany(
      { campaigns: campaignId, 'campaigns.1': { $exists: true } },
      { $pull: { campaigns: campaignId } },
    );
  }

  /** Whether a campaign says any text. */
  async hasAny(campaignId: string): Promise<boolean> {
    return (await this.#model.exists({ campaigns: campaignId })) !== null;
  }

  #listFor(campaignId: string, ids: readonly string[]): Promise<Pick<SpeechDocument, '_id' | 'mediaId'>[]> {
    return this.#model
      .find({ _id: { $in: [...ids] }, campaigns: campaignId }, { mediaId: 1 })
      .lean()
      .exec();
  }

  async #note(campaignId: string, ids: readonly string[], at: Date): Promise<void> {
    const notes = ids.map((id) => ({
      updateOne: {
        filter: { _id: id },
        update: {
          $addToSet: { campaigns: campaignId },
          $setOnInsert: { objectKey: speechKey(id), at },
        },
        upsert: true,
      },
    }));
    try {
      await this.#model.collection.bulkWrite(notes as unknown as mongo.AnyBulkWriteOperation[], {
        ordered: false,
      });
    } catch (error) {
      if (!(error instanceof mongo.MongoBulkWriteError) || error.code !== 11_000) throw error;
      // Another worker inserted some of them at the same moment; now they are there to be updated.
      await this.#note(campaignId, ids, at);
    }
  }
}

function mediaOf(rows: readonly Pick<SpeechDocument, '_id' | 'mediaId'>[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ _id, mediaId }) => (mediaId === undefined ? [] : [[_id, mediaId] as const])),
  );
}
