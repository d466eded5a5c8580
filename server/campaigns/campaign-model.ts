import { Schema, type Connection, type Model } from 'mongoose';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';
import type { SeqRange } from '#server/drops/api.ts';

/** Internal statuses: to API callers such a campaign does not exist. */
export const HIDDEN_STATUSES = ['Preparing', 'Deleting', 'Deleted'] as const;
export type StoredStatus = CampaignStatus | (typeof HIDDEN_STATUSES)[number];

/**
 * A preparation in progress: contacts are being stored and credits held for them. When its lease expires, the sweeper
 * commits it if its hold exists and undoes it otherwise.
 */
export interface Preparation {
  preparationId: string;
  kind: 'create' | 'add' | 'retry';
  leaseUntil: Date;
  /** The run its contacts belong to. */
  run: number;
  /** How many contacts it adds; 0 for a retry. */
  calls: number;
}

/** A mail to the owner that is not sent yet, with the amounts at the time of the event. */
export interface Notice {
  /** The same on every attempt, so that mail servers can drop duplicates. */
  id: string;
  kind: 'finished' | 'paused';
  reason?: string | undefined;
  delivered: number;
  total: number;
  /** Credits charged for delivered calls; `rest` was released (finished) or is still held (paused). */
  charged: number;
  rest: number;
  /** When the event happened, and when the mail is attempted next. */
  since: Date;
  dueAt: Date;
  tries: number;
}

/**
 * A campaign. `_id` is a random id, part of attempt ids and credit keys. Deletion leaves a tombstone without message
 * and voice, which the audit of credits finds by its stream.
 */
export interface CampaignDocument {
  _id: string;
  userId: string;
  streamId: string;
  name: string;
  /** The name while the campaign exists; unset on delete, so that it can be used again. */
  liveName?: string | undefined;
  message: string;
  voiceId: string;
  voiceTitle: string;
  providerVoiceId: string;
  dropDate: Date;
  createdAt: Date;
  status: StoredStatus;
  /** Set on a paused campaign without open or unsettled calls: the engine's scan skips it. */
  quiet?: boolean | undefined;
  /** Why the system paused it. */
  statusReason?: string | undefined;
  /** Counts transitions to Sending: a failure in an earlier run epoch cannot pause a later one. */
  runEpoch: number;
  /** Since when the carrier has accepted none of its calls. */
  carrierDownSince?: Date | undefined;
  notice?: Notice | undefined;
  /** The owner's limit of calls per minute, where it is below the deployment's. */
  dropsPerMinute?: number | null | undefined;
  preparing?: Preparation | undefined;
  /** Ids of preparations that the sweeper voided; their contacts are never called. */
  voidedPreparations: string[];
  /** When contacts that a stale worker may have stored are removed once more. */
  resweepAt?: Date | undefined;
  run: number;
  /** When the campaign first became Sending. */
  startedAt?: Date | undefined;
  finishedAt?: Date | undefined;
  deletedAt?: Date | undefined;
  /** Since when its contacts are erased: they are not shown or called any more, and batches of them may be left. */
  contactsErasedAt?: Date | undefined;
  /** How many days after its end that was. */
  contactsKeptDays?: number | undefined;
  /** Set until the last of them is erased. */
  erasingContacts?: true | undefined;
  /** Final campaigns only: when their synthesized speech is erased. */
  speechUntil?: Date | undefined;
  /** The number of the next contact; numbers reserved by an undone preparation are not reused. */
  nextSeq: number;
  /** Number ranges of undone preparations, ascending, so that a page can be computed from contact numbers. */
  unusedSeqs?: SeqRange[] | undefined;
  /** Time of the last update by the database's clock; live progress polls by it. */
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

/** Removes the content of a deleted campaign. */
export const UNSET_CONTENT = {
  $unset: {
    ...{ message: 1, voiceId: 1, voiceTitle: 1, providerVoiceId: 1 },
    ...{ statusReason: 1, carrierDownSince: 1, notice: 1, speechUntil: 1, erasingContacts: 1 },
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
    contactsErasedAt: Date,
    contactsKeptDays: Number,
    erasingContacts: Boolean,
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

// `$exists` rather than `$type`: an equality lookup implies it, so the planner uses the index.
const named = { partialFilterExpression: { liveName: { $exists: true } } };
schema.index({ userId: 1, liveName: 1 }, { ...named, name: 'live_name', unique: true });
// A user's list; deleted campaigns have no name and are not in the index.
schema.index({ userId: 1, dropDate: -1, _id: 1 }, named);
// Covers the aggregation of a user's totals.
schema.index({ userId: 1, status: 1, dropDate: 1, total: 1, delivered: 1, failed: 1 }, { name: 'sums' });
schema.index({ userId: 1, held: -1 }, { partialFilterExpression: { held: { $gt: 0 } } });
schema.index({ userId: 1, voiceId: 1, status: 1 });
schema.index({ streamId: 1 });
schema.index({ userId: 1, createdAt: 1 });
schema.index({ userId: 1, changedAt: 1 });
schema.index({ changedAt: 1 });
schema.index({ status: 1, dropDate: 1 });
schema.index({ status: 1, quiet: 1, startedAt: 1 });
schema.index(
  { status: 1, contactsErasedAt: 1, finishedAt: 1 },
  { partialFilterExpression: { finishedAt: { $exists: true } } },
);
schema.index({ erasingContacts: 1 }, { sparse: true });
schema.index({ 'preparing.leaseUntil': 1 }, { sparse: true });
schema.index({ resweepAt: 1 }, { sparse: true });
schema.index({ speechUntil: 1 }, { sparse: true });
schema.index({ 'notice.dueAt': 1 }, { sparse: true });

/** Every update sets `changedAt` from the database's clock, which all processes share. */
schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
  const update = this.getUpdate();
  if (Array.isArray(update)) this.setUpdate([...update, { $set: { changedAt: '$$NOW' } }]);
  else this.setUpdate({ ...update, $currentDate: { changedAt: true } });
});

export function createCampaignModel(connection: Connection): CampaignModel {
  return connection.model<CampaignDocument>('Campaign', schema);
}
