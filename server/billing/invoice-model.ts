import { Schema, type Connection, type Model } from 'mongoose';
import type { ProviderInvoice } from '#server/providers/payments/port.ts';

/** An invoice as the provider last told it, under the provider's own id, and what it came to here. */
export interface InvoiceRecord extends Omit<ProviderInvoice, 'id'> {
  _id: string;
  uid: string;
  /** The credit stream its grant goes to; it stays known when the user is gone. */
  streamId: string;
  /** When it was asked for: an older answer never overwrites a newer one. */
  fetchedAt: Date;
  /** Its credits are in the ledger under `grant:invoice:<id>`, or its money went back. Absent while neither is so. */
  outcome?: 'granted' | 'refunded' | undefined;
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
      fetchedAt: { type: Date, required: true },
      outcome: String,
    },
    { collection: 'billing_invoices', autoIndex: false, versionKey: false },
  );
  schema.index({ uid: 1, createdAt: -1 });
  schema.index({ streamId: 1 });
  return connection.model<InvoiceRecord>('BillingInvoice', schema);
}
