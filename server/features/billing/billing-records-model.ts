import { Schema, type Connection, type Model } from 'mongoose';
import type {
  PaymentReversal,
  ProviderInvoice,
  ProviderSubscription,
} from '#server/providers/payments/port.ts';

/**
 * The decision about a paid invoice. `refund`: it paid for a second subscription or a closed account. `nothing`: it pays
 * for no plan.
 */
export type InvoiceDecision = 'grant' | 'refund' | 'nothing';

/** The result of an executed decision. */
export type InvoiceOutcome = 'granted' | 'refunded' | 'nothing';

/** The latest stored provider state of an invoice, by provider id, with its decision and outcome. */
export interface InvoiceRecord extends Omit<ProviderInvoice, 'id' | 'amountDue'> {
  _id: string;
  /** Absent on records from before it was stored. */
  amountDue?: number | undefined;
  uid: string;
  /** The credit stream of its grant; kept after the user is deleted. */
  streamId: string;
  /** Incremented on every save; for optimistic concurrency. */
  revision?: number | undefined;
  /** Since when it is paid for a plan that is not in the catalogue; absent once that is corrected. */
  undecidedAt?: Date | undefined;
  /**
   * Written once, before any effect. With `refund`, Hark refunds the payment itself and no credits were granted, so a
   * reported refund of this invoice removes none.
   */
  decision?: InvoiceDecision | undefined;
  /** Set once the decision is executed: the grant is in the ledger, or the money is refunded. */
  outcome?: InvoiceOutcome | undefined;
  /** The refunds and disputes of the invoice, oldest first, as last fetched from the provider. */
  reversals?: PaymentReversal[] | undefined;
  /** Incremented on every save of `reversals`; for optimistic concurrency. */
  reversalsRevision?: number | undefined;
  /** When Hark's own refund was found to fail permanently: support has to return the money. */
  refundFailedAt?: Date | undefined;
}

/** Returns what an invoice charges in US cents, after customer balance. */
export function amountDueOf({ amountDue, total }: Pick<InvoiceRecord, 'amountDue' | 'total'>): number {
  return amountDue ?? total;
}

export function createInvoiceModel(connection: Connection): Model<InvoiceRecord> {
  const reversal = new Schema<PaymentReversal>(
    {
      kind: { type: String, required: true },
      id: { type: String, required: true },
      amount: { type: Number, required: true },
      initial: { type: Number, required: true },
      createdAt: { type: Date, required: true },
    },
    { _id: false, id: false },
  );
  const schema = new Schema<InvoiceRecord>(
    {
      _id: String,
      uid: { type: String, required: true },
      streamId: { type: String, required: true },
      number: { type: String, default: '' },
      customerId: { type: String, required: true },
      subscriptionId: String,
      reason: { type: String, required: true },
      status: { type: String, required: true },
      total: { type: Number, required: true },
      amountDue: Number,
      planTotal: { type: Number, required: true },
      planPrice: { type: Number, default: 0 },
      plan: String,
      credits: Number,
      periodStart: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      paidAt: Date,
      attemptCount: { type: Number, default: 0 },
      nextAttemptAt: Date,
      pageUrl: String,
      fileUrl: String,
      revision: Number,
      undecidedAt: Date,
      decision: String,
      outcome: String,
      reversals: { type: [reversal], default: undefined },
      reversalsRevision: Number,
      refundFailedAt: Date,
    },
    { collection: 'billing_invoices', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: -1, _id: -1 });
  schema.index({ streamId: 1 });
  schema.index({ uid: 1, 'reversals.kind': 1 });
  schema.index({ subscriptionId: 1, decision: 1 });
  const failed = { partialFilterExpression: { refundFailedAt: { $exists: true } } };
  schema.index({ refundFailedAt: 1 }, failed);
  schema.index({ undecidedAt: 1 }, { partialFilterExpression: { undecidedAt: { $exists: true } } });
  schema.index({ streamId: 1, refundFailedAt: 1 }, failed);
  return connection.model<InvoiceRecord>('BillingInvoice', schema);
}

/** The latest stored provider state of a subscription, by provider id. */
export interface SubscriptionRecord extends Omit<ProviderSubscription, 'id'> {
  _id: string;
  uid: string;
  /** Counts how often it was cancelled at the end of its period, and how often that was undone. */
  cancelChanges?: number | undefined;
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
      cancelAt: Date,
      cancelChanges: Number,
      latestInvoiceId: String,
      createdAt: { type: Date, required: true },
      revision: Number,
    },
    { collection: 'billing_subscriptions', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: -1 });
  return connection.model<SubscriptionRecord>('BillingSubscription', schema);
}
