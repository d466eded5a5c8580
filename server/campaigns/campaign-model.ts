import { Schema, type Connection, type Model } from 'mongoose';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { SeqRange } from './ports.ts';

/** Statuses that nobody outside sees: such a campaign is not there (design §4). */
export const HIDDEN_STATUSES = ['Preparing', 'Deleting', 'Deleted'] as const;
export type StoredStatus = CampaignStatus | (typeof HIDDEN_STATUSES)[number];

/**
 * A preparation under way: contacts are being stored and credits held for them. Whoever finds the lease expired
 * rolls it forward where its hold exists and undoes it otherwise (design §4).
 */
export interface Preparation {
  preparationId: string;
  kind: 'create' | 'add' | 'retry';
  leaseUntil: Date;
  /** The run its contacts belong to. */
  run: number;
  /** How many contacts it adds; none for a retry. */
  calls: number;
}

/** What the owner is still to be told by mail, with the figures of that moment. */
export interface Notice {
  /** Stays the same however often the mail is tried, so that mailboxes can tell a repetition. */
  id: string;
  kind: 'finished' | 'paused';
  reason?: string | undefined;
  delivered: number;
  total: number;
  /** Credits: charged for delivered calls so far; released when it finished, or still on hold while it is paused. */
  charged: number;
  rest: number;
  /** Since when it is to be told, and when it is tried next. */
  since: Date;
  dueAt: Date;
  tries: number;
}

/**
 * A campaign. `_id` is our own random id, part of attempt ids and credit keys. Of a deleted one only a tombstone stays,
 * without message and voice; the audit of credits names it and finds it by its stream.
 */
export interface CampaignDocument {
  _id: string;
  userId: string;
  streamId: string;
  name: string;
  /** The name while it is taken; unset on delete, so that it can be used again. */
  liveName?: string | undefined;
  message: string;
  voiceId: string;
  voiceTitle: string;
  providerVoiceId: string;
  dropDate: Date;
  createdAt: Date;
  status: StoredStatus;
  /** Set on a paused campaign of which no call is open or unsettled: the scan need not look at it. */
  quiet?: boolean | undefined;
  /** Why the system paused it. */
  statusReason?: string | undefined;
  /** Counts the times it became Sending: what went wrong in an earlier run epoch pauses no later one. */
  runEpoch: number;
  /** Since when the carrier has taken none of its calls. */
  carrierDownSince?: Date | undefined;
  notice?: Notice | undefined;
  /** The most calls a minute, where its owner wants fewer than the deployment allows. */
  dropsPerMinute?: number | null | undefined;
  preparing?: Preparation | undefined;
  /** Preparations that the sweeper gave up; contacts they left behind are never called. */
  voidedPreparations: string[];
  /** When what a slow, given-up maker may have stored is cleaned once more. */
  resweepAt?: Date | undefined;
  run: number;
  /** When it first became Sending. */
  startedAt?: Date | undefined;
  finishedAt?: Date | undefined;
  deletedAt?: Date | undefined;
  /** Of a final campaign: when what was spoken for it is erased. */
  speechUntil?: Date | undefined;
  /** The number of the next contact; numbers of an undone preparation stay unused. */
  nextSeq: number;
  /** The numbers that undone preparations reserved and no contact has, ascending, so that a page is found by its numbers. */
  unusedSeqs?: SeqRange[] | undefined;
  /** When it was last changed after it was stored, by the database's clock: what listeners are told goes by it. */
  changedAt?: Date | undefined;
  total: number;
  delivered: number;
  failed: number;
  retryable: number;
  lastSettlement: number;
  /** Credits held when it was created and when contacts were added. */
  creditCost: number;
  /** Credits still on hold, and credits charged, as of the last settlement. */
  held: number;
  charged: number;
}

export type CampaignModel = Model<CampaignDocument>;

const preparationSchema = new Schema<Preparation>(
  {
    preparationId: { type: String, required: true },
    kind: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    run: { type: Number, required: true },
    calls: { type: Number, required: true },
  },
  { _id: false },
);

const noticeSchema = new Schema<Notice>(
  {
    id: { type: String, required: true },
    kind: { type: String, required: true, enum: ['finished', 'paused'] },
    reason: String,
    delivered: { type: Number, required: true },
    total: { type: Number, required: true },
    charged: { type: Number, required: true },
    rest: { type: Number, required: true },
    since: { type: Date, required: true },
    dueAt: { type: Date, required: true },
    tries: { type: Number, required: true },
  },
  { _id: false },
);

const rangeSchema = new Schema<SeqRange>(
  { from: { type: Number, required: true }, to: { type: Number, required: true } },
  { _id: false },
);

const count = { type: Number, required: true, default: 0 };

/** What a deleted campaign does not keep. */
export const FORGET_CONTENT = {
  $unset: {
    ...{ message: 1, voiceId: 1, voiceTitle: 1, providerVoiceId: 1 },
    ...{ statusReason: 1, carrierDownSince: 1, notice: 1, speechUntil: 1 },
  },
} as const;

const unlessDeleted = {
  type: String,
  required(this: CampaignDocument): boolean {
    return this.status !== 'Deleted';
  },
};

const schema = new Schema<CampaignDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    streamId: { type: String, required: true },
    name: { type: String, required: true },
    liveName: String,
    message: unlessDeleted,
    voiceId: unlessDeleted,
    voiceTitle: unlessDeleted,
    providerVoiceId: unlessDeleted,
    dropDate: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    status: { type: String, required: true, enum: [...CAMPAIGN_STATUSES, ...HIDDEN_STATUSES] },
    quiet: Boolean,
    statusReason: String,
    runEpoch: count,
    carrierDownSince: Date,
    notice: noticeSchema,
    dropsPerMinute: Number,
    preparing: preparationSchema,
    voidedPreparations: { type: [String], required: true, default: [] },
    resweepAt: Date,
    run: { type: Number, required: true },
    startedAt: Date,
    finishedAt: Date,
    deletedAt: Date,
    speechUntil: Date,
    nextSeq: { type: Number, required: true },
    unusedSeqs: { type: [rangeSchema], default: undefined },
    changedAt: Date,
    total: count,
    delivered: count,
    failed: count,
    retryable: count,
    lastSettlement: count,
    creditCost: count,
    held: count,
    charged: count,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaigns' },
);

// `$exists`, because an equality implies it: a filter on the type is not used by a lookup.
const named = { partialFilterExpression: { liveName: { $exists: true } } };
schema.index({ userId: 1, liveName: 1 }, { ...named, name: 'live_name', unique: true });
// A user's list; what was deleted has no name and does not lengthen it.
schema.index({ userId: 1, dropDate: -1, _id: 1 }, named);
// What all of a user's campaigns come to is added up from this index alone.
schema.index({ userId: 1, status: 1, dropDate: 1, total: 1, delivered: 1, failed: 1 }, { name: 'sums' });
schema.index({ userId: 1, held: -1 }, { partialFilterExpression: { held: { $gt: 0 } } });
schema.index({ userId: 1, voiceId: 1, status: 1 });
schema.index({ streamId: 1 });
schema.index({ userId: 1, createdAt: 1 });
schema.index({ userId: 1, changedAt: 1 });
schema.index({ changedAt: 1 });
schema.index({ status: 1, dropDate: 1 });
schema.index({ status: 1, quiet: 1, startedAt: 1 });
schema.index({ finishedAt: 1 }, { sparse: true });
schema.index({ 'preparing.leaseUntil': 1 }, { sparse: true });
schema.index({ resweepAt: 1 }, { sparse: true });
schema.index({ speechUntil: 1 }, { sparse: true });
schema.index({ 'notice.dueAt': 1 }, { sparse: true });

/** Every change carries its time, whoever makes it. The database's clock is the one that all processes share. */
schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
  const update = this.getUpdate();
  if (Array.isArray(update)) this.setUpdate([...update, { $set: { changedAt: '$$NOW' } }]);
  else this.setUpdate({ ...update, $currentDate: { changedAt: true } });
});

export function createCampaignModel(connection: Connection): CampaignModel {
  return connection.model<CampaignDocument>('Campaign', schema);
}
