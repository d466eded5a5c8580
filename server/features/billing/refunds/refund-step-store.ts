import { Schema, type Connection, type Model } from 'mongoose';
import { isInserted } from '#server/platform/lib/mongodb/mongo-errors.ts';

/**
 * One change of the refunded or disputed amount of an invoice, and the credits for it. Steps of an invoice are
 * numbered without gaps; each is executed before the next is added.
 */
export interface RefundStep {
  /** `<invoice>:<n>`: of concurrent inserts, only one succeeds. */
  _id: string;
  invoiceId: string;
  n: number;
  uid: string;
  streamId: string;
  kind: 'refund' | 'dispute';
  /** The id of the refund or dispute at the payment provider. */
  sourceId: string;
  /** US cents reversed by this refund or dispute, before and after the step. */
  before: number;
  after: number;
  /** Negative: removed from the balance; positive: returned; 0: no ledger event. */
  credits: number;
  /** The reason shown in the credit history. */
  reason: string;
  at: Date;
  /** Set once its event is in the ledger. */
  doneAt?: Date | undefined;
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
    },
    { collection: 'billing_refund_steps', autoIndex: false, versionKey: false },
  );
  schema.index({ invoiceId: 1, n: 1 }, { unique: true });
  schema.index({ streamId: 1 });
  return connection.model<RefundStep>('BillingRefundStep', schema);
}

/** Stores the refund steps of invoices. */
export class RefundStepStore {
  readonly #model: Model<RefundStep>;

  constructor(model: Model<RefundStep>) {
    this.#model = model;
  }

  /** Returns the steps of an invoice in order. */
  async ofInvoice(invoiceId: string): Promise<RefundStep[]> {
    return this.#model.find({ invoiceId }).sort({ n: 1 }).lean();
  }

  async step(id: string): Promise<RefundStep | undefined> {
    return (await this.#model.findById(id).lean()) ?? undefined;
  }

  /** The steps of a credit stream, or those with one of `ids`; a cursor. */
  ofStream(streamId: string, ids?: readonly string[]): AsyncIterable<RefundStep> {
    return this.#model.find({ ...(ids !== undefined && { _id: { $in: [...ids] } }), streamId }).lean();
  }

  /** Inserts the next step of an invoice. Returns false if another process has inserted one with this number. */
  add(step: RefundStep): Promise<boolean> {
    return isInserted(() => this.#model.create(step));
  }

  /** Waits until a step inserted by another process is durable: no effect may precede that. */
  async confirm(step: RefundStep): Promise<void> {
    await this.#model.updateOne({ _id: step._id }, { $setOnInsert: step }, { upsert: true });
  }

  /** Marks a step whose event is in the ledger and whose mail is queued. */
  async markDone(id: string, doneAt: Date): Promise<void> {
    await this.#model.updateOne({ _id: id, doneAt: { $exists: false } }, { $set: { doneAt } });
  }
}
