import { Schema } from 'mongoose';
import type { LeftOutReason } from '#shared/schemas/calling/calling.ts';

/** How many contacts are left out, by reason. */
export type LeftOutCounts = Partial<Record<LeftOutReason, number>>;

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
  /** The contacts of its list that it leaves out. */
  leftOut?: LeftOutCounts | undefined;
}

/**
 * A preparation that gives a campaign other contacts. They are stored as those of a campaign whose id is `preparationId`
 * until it is decided that they are called: the same number may be on both lists.
 */
export interface Replacement<Fields = unknown> extends Omit<Preparation, 'kind'> {
  kind: 'replace';
  /** Far in the future: versions that know no replacements must not sweep it. `replaceUntil` is its lease. */
  leaseUntil: Date;
  replaceUntil: Date;
  /** What the campaign is given with its contacts. */
  next: Fields;
  /** Set once, before anything of the campaign is changed. */
  decision?: ReplacementDecision | undefined;
}

/** Whether the campaign is replaced or stays as it is. */
export type ReplacementDecision = 'replace' | 'keep';

/** `leaseUntil` of a replacement. */
export const NEVER = new Date('9999-12-31T00:00:00Z');

/** The preparation in the schema of a campaign. */
export const preparationFields = new Schema<Preparation & Omit<Replacement, 'kind'>>(
  {
    preparationId: { type: String, required: true },
    kind: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    run: { type: Number, required: true },
    calls: { type: Number, required: true },
    leftOut: Schema.Types.Mixed,
    replaceUntil: Date,
    next: Schema.Types.Mixed,
    decision: String,
  },
  { _id: false },
);
