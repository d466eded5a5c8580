import { createHash } from 'node:crypto';
import { Schema, type Connection, type Model, type mongo } from 'mongoose';
import { isDuplicateKey } from '#server/lib/mongodb/mongo-errors.ts';

/** A text in a voice: spoken once, stored as an object and uploaded to the carrier as a recording. */
export interface SpeechDocument {
  /** See `speechId`. */
  _id: string;
  /** Key of the recording in the object store. */
  objectKey: string;
  /** Id of the recording at the carrier, absent until it is uploaded. The first one recorded is final. */
  mediaId?: string | undefined;
  /** Campaigns that use the text. It is erased with the last of them, since it may contain names. */
  campaigns: string[];
  at: Date;
}

export type SpeechModel = Model<SpeechDocument>;

const schema = new Schema<SpeechDocument>(
  {
    _id: { type: String, required: true },
    objectKey: { type: String, required: true },
    mediaId: String,
    campaigns: { type: [String], required: true },
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'speeches' },
);

schema.index({ campaigns: 1 });

export function createSpeechModel(connection: Connection): SpeechModel {
  return connection.model<SpeechDocument>('Speech', schema);
}

/** A text, its voice and the carrier account it is uploaded to; recordings belong to one account. */
export interface SpokenText {
  account: string;
  providerVoiceId: string;
  text: string;
}

/** Returns the id of a spoken text: a hash, so that it reveals nothing of the text. */
export function speechId({ account, providerVoiceId, text }: SpokenText): string {
  return createHash('sha256')
    .update(JSON.stringify([account, providerVoiceId, text]))
    .digest('hex');
}

export function speechKey(id: string): string {
  return `speech/${id}.mp3`;
}

/** Texts that are spoken or about to be. */
export class SpeechStore {
  readonly #model: SpeechModel;

  constructor(model: SpeechModel) {
    this.#model = model;
  }

  /**
   * Records that a campaign uses these texts before they are spoken, so that erasing the campaign finds them. Returns
   * the media ids that exist already, by text id.
   */
  async register(campaignId: string, ids: readonly string[], at: Date): Promise<Map<string, string>> {
    const known = await this.#listFor(campaignId, ids);
    const noted = new Set(known.map(({ _id }) => _id));
    const others = ids.filter((id) => !noted.has(id));
    if (others.length === 0) return mediaOf(known);
    await this.#note(campaignId, others, at);
    return mediaOf(await this.#listFor(campaignId, ids));
  }

  /** Returns the media id of a text, if it has been uploaded. */
  async mediaOf(id: string): Promise<string | undefined> {
    return (await this.#model.findById(id, { mediaId: 1 }).lean())?.mediaId;
  }

  /**
   * Records the media id of a text unless it has one. Returns the one that applies, or `undefined` if the text was
   * erased.
   */
  async record(id: string, mediaId: string): Promise<string | undefined> {
    const recorded = await this.#model.updateOne(
      { _id: id, mediaId: { $exists: false } },
      { $set: { mediaId } },
    );
    return recorded.matchedCount === 1 ? mediaId : this.mediaOf(id);
  }

  /** Returns texts that this campaign alone uses. */
  async listExclusive(
    campaignId: string,
    limit: number,
  ): Promise<Pick<SpeechDocument, '_id' | 'objectKey'>[]> {
    return this.#model
      .find({ campaigns: [campaignId] }, { objectKey: 1 })
      .limit(limit)
      .lean();
  }

  /** Removes texts that this campaign alone uses. */
  async removeExclusive(campaignId: string, ids: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: [...ids] }, campaigns: [campaignId] });
  }

  /** Removes a campaign from the texts that others use too; a text always keeps one campaign. */
  async detachShared(campaignId: string): Promise<void> {
    await this.#model.updateMany(
      { campaigns: campaignId, 'campaigns.1': { $exists: true } },
      { $pull: { campaigns: campaignId } },
    );
  }

  /** Returns whether a campaign uses any text. */
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
      if (!isDuplicateKey(error)) throw error;
      // Another worker inserted some of them concurrently: now they exist and are updated.
      await this.#note(campaignId, ids, at);
    }
  }
}

function mediaOf(rows: readonly Pick<SpeechDocument, '_id' | 'mediaId'>[]): Map<string, string> {
  return new Map(
    rows.flatMap(({ _id, mediaId }) => (mediaId === undefined ? [] : [[_id, mediaId] as const])),
  );
}
