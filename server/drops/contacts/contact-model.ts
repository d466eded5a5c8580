import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Contact } from '#shared/contacts/contact-list.ts';

/**
 * Where one contact's call stands. `claimed`: about to be placed, or placed without knowing; `placed`: the carrier
 * has accepted it, or refused it after it may have; `cancelled`: its campaign was deleted first. The last three are final.
 */
export const CALL_STATES = ['pending', 'claimed', 'placed', 'success', 'failed', 'cancelled'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** The states of a call that was begun. */
export const CALLED_STATES = ['claimed', 'placed', 'success', 'failed'] as const satisfies CallState[];

/** A contact of a campaign and its call. */
export interface ContactDocument {
  _id: Types.ObjectId;
  campaignId: string;
  /** Its number in the campaign, from 1. */
  seq: number;
  /** The preparation that stored it, or that last put it back to pending. */
  preparationId: string;
  /**
   * Set unless that preparation created the campaign. A creation is undone by campaign, so only these contacts are in
   * the partial index by preparation id.
   */
  later?: true | undefined;
  /** The run its call belongs to; together with campaign and seq it names the attempt. */
  run: number;
  status: CallState;
  /** Set while money may still move for it: that keeps the index of open work small. */
  unsettled?: true | undefined;
  /** The number that is dialled. */
  phone: string;
  /** The PhoneNumber of the list as it is compared, where it is another than the one that is dialled. */
  listed?: string | undefined;
  /** What the contact list says, without empty cells and without the dialled number. */
  fields: Partial<Contact>;
  /** The batch that claimed it last. */
  claim?: string | undefined;
  /** When the call last changed. */
  at?: Date | undefined;
  /** Why it failed, and the carrier's code for it. */
  reason?: string | undefined;
  code?: string | undefined;
  /** A failed call that may be made again. */
  retryable?: boolean | undefined;
  /** The campaign's run epoch in which it was claimed. */
  runEpoch?: number | undefined;
  /** It failed for no fault of its number. */
  carrierFault?: true | undefined;
  /** A success was reported of it, or of an earlier run of it, when it had failed or was being made again. */
  lateSuccess?: true | undefined;
  /** It was delivered after all when it was settled as failed, and is settled once more for the difference. */
  failedBefore?: { retryable: boolean } | undefined;
  /** The settlement that counted it. */
  settlement?: number | undefined;
  /** What it was before a retry put it back to pending. */
  previous?: PreviousCall | undefined;
}

/** A failed call, kept while it is made again. */
export type PreviousCall = Pick<
  ContactDocument,
  'preparationId' | 'run' | 'at' | 'reason' | 'code' | 'settlement'
>;

export type ContactModel = Model<ContactDocument>;

const schema = new Schema<ContactDocument>(
  {
    campaignId: { type: String, required: true },
    seq: { type: Number, required: true },
    preparationId: { type: String, required: true },
    later: Boolean,
    run: { type: Number, required: true },
    status: { type: String, required: true, enum: CALL_STATES },
    unsettled: Boolean,
    phone: { type: String, required: true },
    listed: String,
    fields: { type: Schema.Types.Mixed, required: true },
    claim: String,
    at: Date,
    reason: String,
    code: String,
    retryable: Boolean,
    runEpoch: Number,
    carrierFault: Boolean,
    lateSuccess: Boolean,
    failedBefore: Schema.Types.Mixed,
    settlement: Number,
    previous: Schema.Types.Mixed,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'contacts' },
);

schema.index({ campaignId: 1, phone: 1 }, { unique: true });
schema.index({ campaignId: 1, seq: 1 }, { unique: true });
schema.index({ campaignId: 1, listed: 1 }, { partialFilterExpression: { listed: { $exists: true } } });
schema.index({ campaignId: 1, status: 1, seq: 1 }, { partialFilterExpression: { unsettled: true } });
// By number across campaigns: only calls that were begun and are not settled, never whole lists.
schema.index(
  { phone: 1 },
  { name: 'open_calls', partialFilterExpression: { unsettled: true, status: { $in: [...CALLED_STATES] } } },
);
schema.index({ campaignId: 1, preparationId: 1 }, { partialFilterExpression: { later: true } });
schema.index({ campaignId: 1, seq: 1 }, { name: 'retryable', partialFilterExpression: { retryable: true } });
schema.index({ campaignId: 1 }, { name: 'cancelled', partialFilterExpression: { status: 'cancelled' } });

export function createContactModel(connection: Connection): ContactModel {
  return connection.model<ContactDocument>('Contact', schema);
}
