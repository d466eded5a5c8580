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

/** The preparation in the schema of a campaign. */
export const preparationFields = new Schema<Preparation>(
  {
    preparationId: { type: String, required: true },
    kind: { type: String, required: true },
    leaseUntil: { type: Date, required: true },
    run: { type: Number, required: true },
    calls: { type: Number, required: true },
    leftOut: Schema.Types.Mixed,
  },
  { _id: false },
);
