import { Schema, type Connection, type Model } from 'mongoose';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '#shared/campaign-lifecycle.ts';

/** Statuses that nobody outside sees: such a campaign is not there (design §4). */
export const HIDDEN_STATUSES = ['Preparing', 'Deleting', 'Deleted'] as const;
export type StoredStatus = CampaignStatus | (typeof HIDDEN_STATUSES)[number];

/**
 * A preparation under way: contacts are being stored and credits held for them. Whoever finds the lease expired
 * rolls it forward where its hold exists and undoes it otherwise (design §4).
 */
export interface Preparation {
  step: string;
  kind: 'create' | 'add' | 'retry';
  leaseUntil: Date;
  /** The run its contacts belong to. */
  run: number;
  /** How many contacts it adds or calls again; 0 while a retry is still counting. */
  calls: number;
}

/** A campaign. `_id` is our own random id, part of attempt ids and credit keys. */
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
  /** Why the system paused it. */
  statusReason?: string | undefined;
  preparing?: Preparation | undefined;
  /** Preparations that the sweeper gave up; contacts they left behind are never called. */
  voidedSteps: string[];
  /** When what a slow, given-up maker may have stored is cleaned once more. */
  resweepAt?: Date | undefined;
  run: number;
  /** When it first became Sending. */
  startedAt?: Date | undefined;
  finishedAt?: Date | undefined;
  deletedAt?: Date | undefined;
  /** The number of the next contact; numbers of an undone preparation stay unused. */
  nextSeq: number;
  total: number;
  delivered: number;
  failed: number;
  retryable: number;
  lastSettlement: number;
  /** Credits held when it was created and when contacts were added. */
  creditCost: number;
  /** Credits still on hold, as of the last settlement. */
  held: number;
}

export type CampaignModel = Model<CampaignDocument>;

const preparationSchema = new Schema<Preparation>(
  {
    step: { type: String, required: true },
    kind: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    run: { type: Number, required: true },
    calls: { type: Number, required: true },
  },
  { _id: false },
);

const count = { type: Number, required: true, default: 0 };

const schema = new Schema<CampaignDocument>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    streamId: { type: String, required: true },
    name: { type: String, required: true },
    liveName: String,
    message: { type: String, required: true },
    voiceId: { type: String, required: true },
    voiceTitle: { type: String, required: true },
    providerVoiceId: { type: String, required: true },
    dropDate: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    status: { type: String, required: true, enum: [...CAMPAIGN_STATUSES, ...HIDDEN_STATUSES] },
    statusReason: String,
    preparing: preparationSchema,
    voidedSteps: { type: [String], required: true, default: [] },
    resweepAt: Date,
    run: { type: Number, required: true },
    startedAt: Date,
    finishedAt: Date,
    deletedAt: Date,
    nextSeq: { type: Number, required: true },
    total: count,
    delivered: count,
    failed: count,
    retryable: count,
    lastSettlement: count,
    creditCost: count,
    held: count,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaigns' },
);

schema.index(
  { userId: 1, liveName: 1 },
  { unique: true, partialFilterExpression: { liveName: { $type: 'string' } } },
);
schema.index({ userId: 1, dropDate: -1 });
schema.index({ status: 1, dropDate: 1 });
schema.index({ finishedAt: 1 }, { sparse: true });
schema.index({ 'preparing.leaseUntil': 1 }, { sparse: true });
schema.index({ resweepAt: 1 }, { sparse: true });

export function createCampaignModel(connection: Connection): CampaignModel {
  return connection.model<CampaignDocument>('Campaign', schema);
}
