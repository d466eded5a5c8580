import { Schema } from 'mongoose';

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
