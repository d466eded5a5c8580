import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Contact } from '#shared/contacts/contact-list.ts';

/**
 * State of a call. `claimed`: about to be placed, or possibly placed; `placed`: accepted by the carrier, or refused
 * after it may have been accepted; `cancelled`: its campaign was deleted. The last three are final.
 */
export const CALL_STATES = ['pending', 'claimed', 'placed', 'success', 'failed', 'cancelled'] as const;
export type CallState = (typeof CALL_STATES)[number];

/** States of a call that the carrier has or may have. */
export const AT_CARRIER: CallState[] = ['claimed', 'placed'];
/** States of a call that has been claimed. */
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
  /** Set while the call may still be charged or released; keeps the index of open work small. */
  unsettled?: true | undefined;
  /** The dialled number. */
  phone: string;
  /** The normalized PhoneNumber of the contact list, if it differs from the dialled number. */
  listed?: string | undefined;
  /** Cells of the contact list, without the empty ones and the dialled number. */
  fields: Partial<Contact>;
  /** The last claim that included it. */
  claim?: string | undefined;
  /** When the call last changed. */
  at?: Date | undefined;
  /** Why it failed, and the carrier's code. */
  reason?: string | undefined;
  code?: string | undefined;
  /** A failed call that may be made again. */
  retryable?: boolean | undefined;
  /** The run epoch in which it was claimed. */
  runEpoch?: number | undefined;
  /** It failed through no fault of the number. */
  carrierFault?: true | undefined;
  /** A success of this or an earlier run was reported after the call had failed or was being retried. */
  lateSuccess?: true | undefined;
  /** Delivered after it was settled as failed: it is settled once more for the difference. */
  failedBefore?: { retryable: boolean } | undefined;
  /** The settlement that counted it. */
  settlement?: number | undefined;
  /** The failed call before a retry. */
  previous?: PreviousCall | undefined;
}

/** A failed call, kept during its retry. */
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
// Lookup by number across campaigns: indexes claimed and unsettled calls only.
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

/** Returns when a call, or its previous run, became final; `undefined` if neither is. */
export function closedAt({
  status,
  at,
  previous,
}: Pick<ContactDocument, 'status' | 'at' | 'previous'>): Date | undefined {
  return status === 'success' || status === 'failed' ? at : previous?.at;
}
