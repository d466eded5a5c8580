import { Schema, type Connection, type Model } from 'mongoose';
import type { SuppressionSource } from '#shared/schemas/suppressions.ts';

/** A number that a user's campaigns never call. */
export interface SuppressionRecord {
  userId: string;
  /** As it is dialled: 11 digits beginning with 1. */
  phone: string;
  source: SuppressionSource;
  /** Of a carrier's report: the campaign as it was called then. */
  campaignName?: string | undefined;
  at: Date;
}

export type SuppressionModel = Model<SuppressionRecord>;

const schema = new Schema<SuppressionRecord>(
  {
    userId: { type: String, required: true },
    phone: { type: String, required: true },
    source: { type: String, required: true },
    campaignName: String,
    at: { type: Date, required: true },
  },
  { autoIndex: false, versionKey: false, collection: 'suppressions' },
);

// What makes adding repeatable, and all that the engine reads.
schema.index({ userId: 1, phone: 1 }, { unique: true });
// The list as people see it, searched without reading the documents.
schema.index({ userId: 1, at: -1, phone: 1 });

/** The `suppressions` collection. */
export function createSuppressionModel(connection: Connection): SuppressionModel {
  return connection.model<SuppressionRecord>('Suppression', schema);
}
