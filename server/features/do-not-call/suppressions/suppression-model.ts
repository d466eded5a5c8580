import { Schema, type Connection, type Model } from 'mongoose';
import type { SuppressionSource } from '#shared/schemas/calling/suppressions.ts';

/** A number that a user's campaigns never call. */
export interface SuppressionRecord {
  userId: string;
  /** Eleven digits beginning with 1, as dialled. */
  phone: string;
  source: SuppressionSource;
  /** For carrier reports: the name of the campaign at that time. */
  campaignName?: string | undefined;
  /** Why the user added it. */
  reason?: string | undefined;
  /** The part of an import that it was added with. */
  batch?: string | undefined;
  at: Date;
  /** When the person, or the carrier for them, last asked not to be called. */
  requestedAt?: Date | undefined;
}

export type SuppressionModel = Model<SuppressionRecord>;

const schema = new Schema<SuppressionRecord>(
  {
    userId: { type: String, required: true },
    phone: { type: String, required: true },
    source: { type: String, required: true },
    campaignName: String,
    reason: String,
    batch: String,
    at: { type: Date, required: true },
    requestedAt: Date,
  },
  { autoIndex: false, versionKey: false, collection: 'suppressions' },
);

// Makes adding idempotent, and covers the engine's query.
schema.index({ userId: 1, phone: 1 }, { unique: true });
// Covers paging and searching the list.
schema.index({ userId: 1, at: -1, phone: 1 });

/** The `suppressions` collection. */
export function createSuppressionModel(connection: Connection): SuppressionModel {
  return connection.model<SuppressionRecord>('Suppression', schema);
}

/** The owner of the list that holds for all users; no user has this id. */
export const OPERATOR = 'operator';
