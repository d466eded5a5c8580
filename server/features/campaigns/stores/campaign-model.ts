import { Schema, type Connection, type Model } from 'mongoose';
import { STORED_STATUSES, type StoredStatus } from '#shared/campaign-lifecycle.ts';
import type { CallingHours } from '#shared/schemas/calling/calling.ts';
import type { ReasonCounts, SeqRange } from '#server/features/drops/api.ts';
import {
  statusChangeFields,
  type StatusChange,
} from '#server/features/campaigns/lifecycle/status-change-model.ts';
import type { WantedHalf } from '#server/features/campaigns/split/half-of-list.ts';
import { noticeFields, type Notice } from './notice-model.ts';
import {
  messageCheckFields,
  type MessageCheck,
} from '#server/features/campaigns/preparation/message-check-model.ts';
import {
  preparationFields,
  type LeftOutCounts,
  type Preparation,
  type Replacement,
} from '#server/features/campaigns/preparation/preparation-model.ts';
import { indexCampaigns } from './campaign-indexes.ts';
import { progressFields, type Progress } from '#server/features/campaigns/progress/progress-model.ts';

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
  /** What the owner noted about it. */
  description?: string | undefined;
  message: string;
  /** The own columns of its lists that its contacts keep: those that its first message used. */
  columns?: string[] | undefined;
  /** Unset if the message was set before there was a check. */
  messageCheck?: MessageCheck | undefined;
  voiceId: string;
  voiceTitle: string;
  providerVoiceId: string;
  dropDate: Date;
  createdAt: Date;
  /** The saved list whose contacts it was created with. */
  savedListId?: string | undefined;
  /** The half of a list that it calls; a deleted campaign keeps it, for the division of the numbers that it called. */
  split?: WantedHalf | undefined;
  status: StoredStatus;
  /** Set on a paused campaign without open or unsettled calls: the engine's scan skips it. */
  quiet?: boolean | undefined;
  /** Why the system paused it. */
  statusReason?: string | undefined;
  /** The latest changes of its status, oldest first; written with the change itself. */
  statusChanges?: StatusChange[] | undefined;
  /**
   * When the backup that it was restored from was taken. Calls made since are unknown: see [backups
   * 1](../backup/decisions/0001-backups.md). Unset once an operator confirms it.
   */
  restoredFrom?: Date | undefined;
  /** Counts transitions to Sending: a failure in an earlier run epoch cannot pause a later one. */
  runEpoch: number;
  /** Since when the carrier has accepted none of its calls. */
  carrierDownSince?: Date | undefined;
  notice?: Notice | undefined;
  /** The owner's limit of calls per minute, where it is below the deployment's. */
  dropsPerMinute?: number | null | undefined;
  /** When it may call, in the called person's own time; the default hours where unset. */
  callingHours?: CallingHours | null | undefined;
  /** The last day on which it may call (YYYY-MM-DD), in the called person's own time; without an end where unset. */
  lastDay?: string | null | undefined;
  /** About when the last call is made, as of its latest change before the start; null where nobody can say. */
  plannedEnd?: Date | null | undefined;
  /** While no contact may be called: when the next one may be, in which time zone that is shown, and since when it waits. */
  nextCalls?: { at: Date; zone: string; since: Date } | undefined;
  /** Retries that it makes by itself, and the runs that they were made after; null where the owner wants none. */
  autoRetry?: { afterDays: number; times: number; runs: number[] } | null | undefined;
  /** Final campaigns only: when the next of them begins. */
  retryAt?: Date | undefined;
  preparing?: Preparation | Replacement | undefined;
  /** Ids of the latest replacements, oldest first: a repeated request finds its own. */
  replacements?: string[] | undefined;
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
  /** The contacts of its lists that were left out: they are in no other counter. */
  leftOut?: LeftOutCounts | undefined;
  total: number;
  delivered: number;
  failed: number;
  retryable: number;
  progress?: Progress | undefined;
  /** The failed calls by reason; unset for campaigns that older versions have settled, until they are counted. */
  outcomes?: ReasonCounts | undefined;
  lastSettlement: number;
  /** Credits held when it was created and when contacts were added. */
  creditCost: number;
  /** Credits still on hold, and credits charged, as of the last settlement. */
  held: number;
  charged: number;
}

export type CampaignModel = Model<CampaignDocument>;

const rangeSchema = new Schema<SeqRange>(
  { from: { type: Number, required: true }, to: { type: Number, required: true } },
  { _id: false },
);

const callingHoursFields = new Schema<CallingHours>(
  {
    from: { type: String, required: true },
    to: { type: String, required: true },
    days: { type: [Number], required: true },
  },
  { _id: false },
);

const nextCallsFields = new Schema<NonNullable<CampaignDocument['nextCalls']>>(
  {
    at: { type: Date, required: true },
    zone: { type: String, required: true },
    since: { type: Date, required: true },
  },
  { _id: false },
);

const autoRetryFields = new Schema<NonNullable<CampaignDocument['autoRetry']>>(
  {
    afterDays: { type: Number, required: true },
    times: { type: Number, required: true },
    runs: { type: [Number], required: true },
  },
  { _id: false },
);

const splitFields = new Schema<WantedHalf>(
  { test: { type: String, required: true }, part: { type: Number, required: true }, division: Number },
  { _id: false },
);

const count = { type: Number, required: true, default: 0 };

/** Removes the content of a deleted campaign. */
export const UNSET_CONTENT = {
  $unset: {
    description: 1,
    message: 1,
    columns: 1,
    messageCheck: 1,
    voiceId: 1,
    voiceTitle: 1,
    providerVoiceId: 1,
    statusReason: 1,
    carrierDownSince: 1,
    notice: 1,
    speechUntil: 1,
    autoRetry: 1,
    retryAt: 1,
    erasingContacts: 1,
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
    description: String,
    message: unlessDeleted,
    columns: { type: [String], default: undefined },
    messageCheck: messageCheckFields,
    voiceId: unlessDeleted,
    voiceTitle: unlessDeleted,
    providerVoiceId: unlessDeleted,
    dropDate: { type: Date, required: true },
    createdAt: { type: Date, required: true },
    savedListId: String,
    split: splitFields,
    status: { type: String, required: true, enum: STORED_STATUSES },
    quiet: Boolean,
    statusReason: String,
    statusChanges: { type: [statusChangeFields], default: undefined },
    restoredFrom: Date,
    runEpoch: count,
    carrierDownSince: Date,
    notice: noticeFields,
    dropsPerMinute: Number,
    callingHours: callingHoursFields,
    lastDay: String,
    plannedEnd: Date,
    nextCalls: nextCallsFields,
    autoRetry: autoRetryFields,
    retryAt: Date,
    preparing: preparationFields,
    replacements: { type: [String], default: undefined },
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
    leftOut: Schema.Types.Mixed,
    total: count,
    delivered: count,
    failed: count,
    retryable: count,
    progress: progressFields,
    outcomes: Schema.Types.Mixed,
    lastSettlement: count,
    creditCost: count,
    held: count,
    charged: count,
  },
  { autoIndex: false, versionKey: false, minimize: false, collection: 'campaigns' },
);

indexCampaigns(schema);

/** Every update sets `changedAt` from the database's clock, which all processes share. */
schema.pre(['updateOne', 'updateMany', 'findOneAndUpdate'], function () {
  const update = this.getUpdate();
  if (Array.isArray(update)) this.setUpdate([...update, { $set: { changedAt: '$$NOW' } }]);
  else this.setUpdate({ ...update, $currentDate: { changedAt: true } });
});

export function createCampaignModel(connection: Connection): CampaignModel {
  return connection.model<CampaignDocument>('Campaign', schema);
}
