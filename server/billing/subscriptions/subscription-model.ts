import { Schema, type Connection, type Model } from 'mongoose';
import type { ProviderSubscription } from '#server/providers/payments/port.ts';

/** The latest stored provider state of a subscription, by provider id. */
export interface SubscriptionRecord extends Omit<ProviderSubscription, 'id'> {
  _id: string;
  uid: string;
  /** Incremented on every save; for optimistic concurrency. */
  revision?: number | undefined;
}

export function createSubscriptionModel(connection: Connection): Model<SubscriptionRecord> {
  const schema = new Schema<SubscriptionRecord>(
    {
      _id: String,
      uid: { type: String, required: true },
      customerId: { type: String, required: true },
      plan: String,
      status: { type: String, required: true },
      periodStart: { type: Date, required: true },
      periodEnd: { type: Date, required: true },
      cancelAtPeriodEnd: { type: Boolean, required: true },
      latestInvoiceId: String,
      createdAt: { type: Date, required: true },
      revision: Number,
    },
    { collection: 'billing_subscriptions', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: -1 });
  return connection.model<SubscriptionRecord>('BillingSubscription', schema);
}
