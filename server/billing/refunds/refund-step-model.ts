import { Schema, type Connection, type Model } from 'mongoose';

/**
 * One change of what a refund or dispute has taken of an invoice's money, and the credits that follow it. The steps of
 * an invoice are numbered without a gap, and one is carried out before the next is added.
 */
export interface RefundStep {
  /** `<invoice>:<n>`: its uniqueness elects who adds a step. */
  _id: string;
  invoiceId: string;
  n: number;
  uid: string;
  streamId: string;
  kind: 'refund' | 'dispute';
  /** The id of the refund or dispute at the payment provider. */
  sourceId: string;
  /** US cents of this refund or dispute that are away before and after the step. */
  before: number;
  after: number;
  /** Below 0 taken from the balance, above 0 returned to it; 0 needs no event. */
  credits: number;
  /** What the user reads in the credit history. */
  reason: string;
  at: Date;
  /** Its event is in the ledger. */
  doneAt?: Date | undefined;
  /** When the mail about it is to be tried next; absent before it is done and after the mail is sent. */
  mailDueAt?: Date | undefined;
}

/** The `billing_refund_steps` collection. */
export function createRefundStepModel(connection: Connection): Model<RefundStep> {
  const text = { type: String, required: true };
  const number = { type: Number, required: true };
  const schema = new Schema<RefundStep>(
    {
      _id: text,
      invoiceId: text,
      n: number,
      uid: text,
      streamId: text,
      kind: text,
      sourceId: text,
      before: number,
      after: number,
      credits: number,
      reason: text,
      at: { type: Date, required: true },
      doneAt: Date,
      mailDueAt: Date,
    },
    { collection: 'billing_refund_steps', autoIndex: false, versionKey: false },
  );
  schema.index({ invoiceId: 1, n: 1 }, { unique: true });
  schema.index({ streamId: 1 });
  schema.index({ mailDueAt: 1 }, { partialFilterExpression: { mailDueAt: { $exists: true } } });
  return connection.model<RefundStep>('BillingRefundStep', schema);
}
