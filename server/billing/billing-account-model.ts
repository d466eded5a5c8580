import { Schema, type Connection, type Model } from 'mongoose';
import type { PlanId } from '#shared/plans.ts';

/**
 * The one checkout a user has at a time (design §5). `n` counts them and is part of the key of everything that is
 * asked of the payment provider; the ids are there once the provider has answered.
 */
export interface Checkout {
  n: number;
  plan: PlanId;
  subscriptionId?: string | undefined;
  invoiceId?: string | undefined;
  intentId?: string | undefined;
}

/** A user as a customer. */
export interface BillingAccount {
  /** The user's uid. */
  _id: string;
  customerId?: string | undefined;
  checkout?: Checkout | undefined;
  /** When the latest checkouts were begun, oldest first: each of them is a subscription at the provider. */
  recentCheckouts?: Date[] | undefined;
  /** The one subscription whose first invoice was granted and that has not ended. */
  liveSubscriptionId?: string | undefined;
}

export function createBillingAccountModel(connection: Connection): Model<BillingAccount> {
  const checkout = new Schema<Checkout>(
    {
      n: { type: Number, required: true },
      plan: { type: String, required: true },
      subscriptionId: String,
      invoiceId: String,
      intentId: String,
    },
    { _id: false },
  );
  const schema = new Schema<BillingAccount>(
    {
      _id: String,
      customerId: String,
      checkout,
      recentCheckouts: { type: [Date], default: undefined },
      liveSubscriptionId: String,
    },
    { collection: 'billing_accounts', autoIndex: false, versionKey: false },
  );
  // `$exists`, because an equality implies it: a filter on the type is not used by a lookup.
  schema.index(
    { customerId: 1 },
    { name: 'customer', unique: true, partialFilterExpression: { customerId: { $exists: true } } },
  );
  return connection.model<BillingAccount>('BillingAccount', schema);
}
