import { Schema, type Connection, type Model } from 'mongoose';

/** The payment provider tells an event for so long, and the sweep looks back no further. */
export const EVENT_DAYS = 30;

/** An event of the payment provider that was dealt with. */
export interface PaymentEventRecord {
  _id: string;
  type: string;
  handledAt: Date;
}

/** How far the sweep has come: everything before was looked at. */
export interface SweepRecord {
  _id: 'payments';
  sweptUntil: Date;
}

export function createPaymentEventModel(connection: Connection): Model<PaymentEventRecord> {
  const schema = new Schema<PaymentEventRecord>(
    { _id: String, type: { type: String, required: true }, handledAt: { type: Date, required: true } },
    { collection: 'billing_events', autoIndex: false, versionKey: false },
  );
  schema.index({ handledAt: 1 }, { expireAfterSeconds: 2 * EVENT_DAYS * 86_400 });
  return connection.model<PaymentEventRecord>('BillingEvent', schema);
}

export function createSweepModel(connection: Connection): Model<SweepRecord> {
  const schema = new Schema<SweepRecord>(
    { _id: String, sweptUntil: { type: Date, required: true } },
    { collection: 'billing_sweeps', autoIndex: false, versionKey: false },
  );
  return connection.model<SweepRecord>('BillingSweep', schema);
}
