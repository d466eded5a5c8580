import { Schema, type Connection, type Model } from 'mongoose';
import { FIRST_DRAFT, type CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';

/** An unfinished campaign of a user. */
export interface DraftDocument {
  /** See `keyOfDraft`. */
  _id: string;
  /** The user and 0 to 19, whose unique index enforces the limit of drafts; the first draft has neither. */
  uid?: string;
  slot?: number;
  /** Names this state of the draft. */
  version: string;
  /** The visit to the wizard that saved it, and its number of the change. */
  tab: string;
  edit: number;
  savedAt: Date;
  content: CampaignDraft;
}

export type DraftModel = Model<DraftDocument>;

/** Returns the key of a user's draft. That of the first one is the user: versions with one draft for each read and write it. */
export function keyOfDraft(uid: string, id: string): string {
  return id === FIRST_DRAFT ? uid : `${uid}/${id}`;
}

/** Returns the id of a draft by its key. */
export function idOfDraft({ _id: key }: Pick<DraftDocument, '_id'>): string {
  const slash = key.indexOf('/');
  return slash === -1 ? FIRST_DRAFT : key.slice(slash + 1);
}

/** Returns the range of the keys of a user's drafts: users' ids have one length, and `0` is the character after the slash. */
export function keysOfDrafts(uid: string): { $gte: string; $lt: string } {
  return { $gte: uid, $lt: `${uid}0` };
}

const schema = new Schema<DraftDocument>(
  {
    _id: { type: String, required: true },
    uid: String,
    slot: Number,
    version: { type: String, required: true },
    tab: { type: String, required: true },
    edit: { type: Number, required: true },
    savedAt: { type: Date, required: true },
    content: { type: Schema.Types.Mixed, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaign_drafts' },
);
schema.index({ uid: 1, slot: 1 }, { unique: true, partialFilterExpression: { slot: { $exists: true } } });

/** The `campaign_drafts` collection. */
export function createDraftModel(connection: Connection): DraftModel {
  return connection.model<DraftDocument>('CampaignDraft', schema);
}
