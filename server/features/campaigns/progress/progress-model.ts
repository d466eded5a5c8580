import { Schema } from 'mongoose';

/** Calls of the current run of a campaign that are counted before they are settled; see `progress-store.ts`. */
export interface Progress {
  /** Calls reported less calls settled: below zero for a moment, or once a count was lost. */
  delivered: number;
  failed: number;
  /** The calls reported in each second of the last minute, in order; seconds without any are left out. */
  seconds?: { at: Date; delivered: number; failed: number }[] | undefined;
}

const calls = { delivered: { type: Number, required: true }, failed: { type: Number, required: true } };

/** The progress in the schema of a campaign. */
export const progressFields = new Schema<Progress>(
  { ...calls, seconds: { type: [{ _id: false, at: Date, ...calls }], default: undefined } },
  { _id: false },
);
