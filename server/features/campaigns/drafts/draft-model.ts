import { Schema, type Connection, type Model } from 'mongoose';
import type { CampaignDraft } from '#shared/schemas/campaigns/campaign-drafts.ts';

/** The one unfinished campaign of a user. */
export interface DraftDocument {
  /** The user. */
  _id: string;
  /** Names this state of the draft. */
  version: string;
  /** The visit to the wizard that saved it, and its number of the change. */
  tab: string;
  edit: number;
  savedAt: Date;
  content: CampaignDraft;
}

export type DraftModel = Model<DraftDocument>;

const schema = new Schema<DraftDocument>(
  {
    _id: { type: String, required: true },
    version: { type: String, required: true },
    tab: { type: String, required: true },
    edit: { type: Number, required: true },
    savedAt: { type: Date, required: true },
    content: { type: Schema.Types.Mixed, required: true },
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaign_drafts' },
);

/** The `campaign_drafts` collection. */
export function createDraftModel(connection: Connection): DraftModel {
  return connection.model<DraftDocument>('CampaignDraft', schema);
}
