import { Schema, type Connection, type Model, type Types } from 'mongoose';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { AppliedHours } from '#shared/calling/calendar.ts';
import type { ResultKey } from '#shared/call-reasons.ts';

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

/** States of a call that has its result. */
export const FINAL_STATES = ['success', 'failed'] as const satisfies CallState[];

/** The indexes that lists of calls are read by. Failed calls have their own: they are few among many. */
export const CALL_INDEXES = {
  all: { list: 'campaignId_1_seq_1', number: 'campaignId_1_phone_1', name: 'names' },
  lastName: 'last_names',
  open: 'campaignId_1_status_1_seq_1',
  finalDates: 'results_by_date',
  failed: { list: 'failures', name: 'failures_by_name', number: 'failures_by_number' },
} as const;

/** When a call was claimed, and the hours that held then; without them for a contact that had no window class yet. */
export type CalledUnder = { at: Date } & Partial<AppliedHours>;

/** A contact of a campaign and its call. */
export interface ContactDocument {
  _id: Types.ObjectId;
  campaignId: string;
  /** Its number in the campaign, from 1. */
  seq: number;
  /** The preparation that stored it, or that last put it back to pending. */
  preparationId: string;
  /** The preparation that added its list, once a retry has replaced `preparationId`. */
  listId?: string | undefined;
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
  /** The key of its window class (`windowKey`): where the person may be; unset for contacts of older versions. */
  window?: string | undefined;
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
  /** As what its result is listed; unset for calls that older versions have ended, until a migration has set it. */
  resultKey?: ResultKey | undefined;
  /** A failed call that may be made again. */
  retryable?: boolean | undefined;
  /** The run epoch in which it was claimed. */
  runEpoch?: number | undefined;
  /** What held when it was claimed to be called, for the evidence. */
  called?: CalledUnder | undefined;
  /** It was called outside the calling hours, as the wait for them is skipped with the local carrier. */
  outsideHours?: true | undefined;
  /** It failed through no fault of the number. */
  carrierFault?: true | undefined;
  /** A success of this or an earlier run was reported after the call had failed or was being retried. */
  lateSuccess?: true | undefined;
  /** Delivered after it was settled as failed: it is settled once more for the difference. */
  failedBefore?: Failure | undefined;
  /** The settlement that counted it. */
  settlement?: number | undefined;
  /** The failed call before a retry. */
  previous?: PreviousCall | undefined;
  /** The calls of earlier runs, for the evidence. */
  earlier?: EarlierCall[] | undefined;
}

/** As what a delivered call was counted before; older calls lack the reason and code. */
export interface Failure {
  retryable: boolean;
  reason?: string | undefined;
  code?: string | undefined;
}

/** A call of an earlier run; those of older versions have no time of their result and no code. */
export type EarlierCall = Pick<ContactDocument, 'run' | 'reason' | 'outsideHours' | 'at' | 'code'> & {
  called: CalledUnder;
};

/** A failed call, kept during its retry. */
export type PreviousCall = Pick<
  ContactDocument,
  | ('preparationId' | 'run' | 'at' | 'reason' | 'code' | 'resultKey')
  | ('settlement' | 'called' | 'outsideHours')
> & {
  /** Its day counts it still; unset by older versions, which took calls that they retried out of their days. */
  counted?: true | undefined;
};

export type ContactModel = Model<ContactDocument>;

const schema = new Schema<ContactDocument>(
  {
    campaignId: { type: String, required: true },
    seq: { type: Number, required: true },
    preparationId: { type: String, required: true },
    listId: String,
    later: Boolean,
    run: { type: Number, required: true },
    status: { type: String, required: true, enum: CALL_STATES },
    unsettled: Boolean,
    phone: { type: String, required: true },
    window: String,
    listed: String,
    fields: { type: Schema.Types.Mixed, required: true },
    claim: String,
    at: Date,
    reason: String,
    code: String,
    resultKey: String,
    retryable: Boolean,
    runEpoch: Number,
    called: Schema.Types.Mixed,
    outsideHours: Boolean,
    carrierFault: Boolean,
    lateSuccess: Boolean,
    failedBefore: Schema.Types.Mixed,
    settlement: Number,
    previous: Schema.Types.Mixed,
    earlier: Schema.Types.Mixed,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'contacts' },
);

schema.index({ campaignId: 1, phone: 1 }, { unique: true });
schema.index({ campaignId: 1, seq: 1 }, { unique: true });
schema.index({ campaignId: 1, listed: 1 }, { partialFilterExpression: { listed: { $exists: true } } });
schema.index({ campaignId: 1, status: 1, seq: 1 }, { partialFilterExpression: { unsettled: true } });
// Pending calls by window class. The equal fields are in the key, so that the classes are read from the index alone.
schema.index(
  { campaignId: 1, unsettled: 1, status: 1, window: 1, seq: 1 },
  { name: 'pending_windows', partialFilterExpression: { unsettled: true, status: 'pending' } },
);
// Lookup by number across campaigns: indexes claimed and unsettled calls only.
schema.index(
  { phone: 1 },
  { name: 'open_calls', partialFilterExpression: { unsettled: true, status: { $in: [...CALLED_STATES] } } },
);
schema.index({ campaignId: 1, preparationId: 1, seq: 1 }, { partialFilterExpression: { later: true } });
schema.index({ campaignId: 1, seq: 1 }, { name: 'retryable', partialFilterExpression: { retryable: true } });
schema.index({ campaignId: 1 }, { name: 'cancelled', partialFilterExpression: { status: 'cancelled' } });
// Lists of calls by name. Names never change, so they cost nothing after the insert.
schema.index(
  { campaignId: 1, 'fields.first_name': 1, 'fields.last_name': 1, seq: 1 },
  { name: CALL_INDEXES.all.name },
);
schema.index({ campaignId: 1, 'fields.last_name': 1, seq: 1 }, { name: CALL_INDEXES.lastName });
// Lists of final calls, by one of few keys: the texts of carriers may be thousands. Each costs every result a write, so only
// failed calls have more than one.
schema.index(
  { campaignId: 1, status: 1, resultKey: 1, at: 1, seq: 1 },
  {
    name: CALL_INDEXES.finalDates,
    partialFilterExpression: { status: { $in: [...FINAL_STATES] } },
  },
);
const failed = { partialFilterExpression: { status: 'failed' } };
schema.index(
  { campaignId: 1, status: 1, resultKey: 1, seq: 1 },
  { ...failed, name: CALL_INDEXES.failed.list },
);
schema.index(
  { campaignId: 1, status: 1, resultKey: 1, 'fields.first_name': 1, 'fields.last_name': 1, seq: 1 },
  { ...failed, name: CALL_INDEXES.failed.name },
);
schema.index(
  { campaignId: 1, status: 1, resultKey: 1, phone: 1 },
  { ...failed, name: CALL_INDEXES.failed.number },
);

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
