import { Schema, type Connection, type Model } from 'mongoose';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';

/** What becomes of a paid invoice. `refund`: it paid for a second subscription. `nothing`: it pays for no plan. */
export type InvoiceDecision = 'grant' | 'refund' | 'nothing';

/** What a decided invoice has come to. */
export type InvoiceOutcome = 'granted' | 'refunded' | 'nothing';

/** An invoice as the provider last told it, under the provider's own id, and what it came to here. */
export interface InvoiceRecord extends Omit<ProviderInvoice, 'id'> {
  _id: string;
  uid: string;
  /** The credit stream its grant goes to; it stays known when the user is gone. */
  streamId: string;
  /** Counts the answers stored, so that an older one never overwrites a newer one. */
  revision?: number | undefined;
  /**
   * Written once, before anything is done about it, and never changed. With `refund` the money is returned by Hark
   * itself and no credits were ever granted: a refund that is reported of such an invoice takes none back.
   */
  decision?: InvoiceDecision | undefined;
  /** The decision is carried out: the credits are in the ledger under `grant:invoice:<id>`, or the money went back. */
  outcome?: InvoiceOutcome | undefined;
  /** Since when Hark's own refund is known to fail for good: a person has to return the money. */
  refundFailedAt?: Date | undefined;
}

export function createInvoiceModel(connection: Connection): Model<InvoiceRecord> {
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
      planTotal: { type: Number, required: true },
      plan: String,
      periodStart: { type: Date, required: true },
      createdAt: { type: Date, required: true },
      paidAt: Date,
      pageUrl: String,
      fileUrl: String,
      revision: Number,
      decision: String,
      outcome: String,
      refundFailedAt: Date,
    },
    { collection: 'billing_invoices', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: -1, _id: -1 });
  schema.index({ streamId: 1 });
  const failed = { partialFilterExpression: { refundFailedAt: { $exists: true } } };
  schema.index({ refundFailedAt: 1 }, failed);
  schema.index({ streamId: 1, refundFailedAt: 1 }, failed);
  return connection.model<InvoiceRecord>('BillingInvoice', schema);
}
