import { Schema } from 'mongoose';
import type { StoredStatus } from '#shared/campaign-lifecycle.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';

/** A change of the status that integrators are sent. The id names it, whoever reads it and however often. */
export interface StatusChange {
  id: string;
  status: 'Sending' | 'Paused' | 'Success' | 'Failed';
  at: Date;
  /** Why the system paused it. */
  reason?: string | undefined;
}

/** A change of the status in the schema of a campaign. */
export const statusChangeFields = new Schema<StatusChange>(
  {
    id: { type: String, required: true },
    status: { type: String, required: true },
    at: { type: Date, required: true },
    reason: String,
  },
  { _id: false },
);

/** Changes of status that a campaign keeps: far more than come between two searches for them. */
const KEPT_CHANGES = 100;
const REPORTED = ['Sending', 'Paused', 'Success', 'Failed'] as const;

/** Returns the part of an update that records a change of status with it; none for statuses that nobody is told of. */
export function recordedChange(status: StoredStatus, at: Date, reason?: string, id = newId()) {
  const reported = REPORTED.find((one) => one === status);
  if (reported === undefined) return {};
  const change: StatusChange = { id, status: reported, at, ...(reason !== undefined && { reason }) };
  return { $push: { statusChanges: { $each: [change], $slice: -KEPT_CHANGES } } };
}

/** Returns the expression of a campaign's recorded changes with one more where `condition` holds. */
export function recordedWhere(condition: object, change: StatusChange): object {
  const all = { $concatArrays: [{ $ifNull: ['$statusChanges', []] }, [{ $literal: change }]] };
  return { $cond: [condition, { $slice: [all, -KEPT_CHANGES] }, '$statusChanges'] };
}
