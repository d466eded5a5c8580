import { Schema, type Connection, type Model } from 'mongoose';
import { CONSENT_BASES } from '#shared/calling/consent-basis.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/** The consent of one list, as its owner gave it; never changed. */
export interface ConsentRecord extends Consent {
  /** The preparation that added the list. */
  _id: string;
  campaignId: string;
  /** The name of the campaign at that time. */
  campaignName: string;
  userId: string;
  /** Whether it is the consent of the calling profile, as the list named none. */
  byDefault: boolean;
  /** The version of the statement that was confirmed with it. */
  statementVersion: string;
  at: Date;
  /** The IPv4 address or IPv6 /64 it was given from. */
  network: string;
  viaApiKey: boolean;
  /** Contacts that were added with the list, without those left out. */
  contacts: number;
  /** Identifies the content of the list. */
  listDigest: string;
}

export type ConsentModel = Model<ConsentRecord>;

const schema = new Schema<ConsentRecord>(
  {
    _id: { type: String, required: true },
    campaignId: { type: String, required: true },
    campaignName: { type: String, required: true },
    userId: { type: String, required: true },
    basis: { type: String, enum: CONSENT_BASES, required: true },
    own_words: { type: String, default: null },
    obtained_at: { type: String, required: true },
    source: { type: String, required: true },
    byDefault: { type: Boolean, required: true },
    statementVersion: { type: String, required: true },
    at: { type: Date, required: true },
    network: { type: String, required: true },
    viaApiKey: { type: Boolean, required: true },
    contacts: { type: Number, required: true },
    listDigest: { type: String, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'consents' },
);
schema.index({ campaignId: 1, at: 1, _id: 1 });
schema.index({ userId: 1, at: -1, _id: -1 });

/** The `consents` collection. */
export function createConsentModel(connection: Connection): ConsentModel {
  return connection.model<ConsentRecord>('Consent', schema);
}

/** Appends and reads the consent of contact lists. */
export class ConsentStore {
  readonly #model: ConsentModel;

  constructor(model: ConsentModel) {
    this.#model = model;
  }

  /** Records the consent of a list, once per preparation. */
  async record(consent: ConsentRecord): Promise<void> {
    await isInserted(() => this.#model.create(consent));
  }

  /** Removes the records of preparations that were undone. */
  async remove(preparationIds: readonly string[]): Promise<void> {
    await this.#model.deleteMany({ _id: { $in: [...preparationIds] } });
  }

  /** Returns the consents of a campaign, up to `limit`, in the order of its lists. */
  ofCampaign(campaignId: string, limit: number): Promise<ConsentRecord[]> {
    return this.#model
      .find({ campaignId })
      .sort({ at: 1, _id: 1 })
      .limit(limit)
      .lean<ConsentRecord[]>()
      .exec();
  }

  /** Returns the consents of the lists that these preparations added. */
  ofLists(preparationIds: readonly string[]): Promise<ConsentRecord[]> {
    return this.#model
      .find({ _id: { $in: [...preparationIds] } })
      .lean<ConsentRecord[]>()
      .exec();
  }

  /** Yields all consents of a campaign in the same order. */
  streamOf(campaignId: string): AsyncIterable<ConsentRecord> {
    return this.#model.find({ campaignId }).sort({ at: 1, _id: 1 }).lean<ConsentRecord[]>().cursor();
  }

  /** Yields all consents of a user, the latest first; of deleted campaigns too. */
  streamOfUser(userId: string): AsyncIterable<ConsentRecord> {
    return this.#model.find({ userId }).sort({ at: -1, _id: -1 }).lean<ConsentRecord[]>().cursor();
  }

  /** Erases the consents of a user. */
  async eraseAll(userId: string): Promise<void> {
    await this.#model.deleteMany({ userId });
  }
}
