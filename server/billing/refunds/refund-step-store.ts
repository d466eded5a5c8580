import { mongo, type Model } from 'mongoose';
import type { RefundStep } from './refund-step-model.ts';

const DUPLICATE_KEY = 11_000;

/** US cents of one invoice that refunds and disputes have taken. */
export type ReversedAmounts = Readonly<Record<RefundStep['kind'], number>>;
export const NO_REVERSALS: ReversedAmounts = { refund: 0, dispute: 0 };

/** The steps in which credits followed the money of refunded and disputed invoices. */
export class RefundStepStore {
  readonly #model: Model<RefundStep>;

  constructor(model: Model<RefundStep>) {
    this.#model = model;
  }

  /** An invoice's steps in order. */
  async ofInvoice(invoiceId: string): Promise<RefundStep[]> {
    return this.#model.find({ invoiceId }).sort({ n: 1 }).lean();
  }

  /** What refunds and disputes have taken of the money of each of these invoices. */
  async reversedAmounts(invoiceIds: readonly string[]): Promise<ReadonlyMap<string, ReversedAmounts>> {
    const away = new Map<string, ReversedAmounts>();
    const steps = this.#model.find({ invoiceId: { $in: [...invoiceIds] } }, { reason: 0 }).lean();
    for await (const { invoiceId, kind, before, after } of steps) {
      const sums = away.get(invoiceId) ?? NO_REVERSALS;
      away.set(invoiceId, { ...sums, [kind]: sums[kind] + after - before });
    }
    return away;
  }

  /** The steps of a credit stream, in batches. */
  ofStream(streamId: string): AsyncIterable<RefundStep> {
    return this.#model.find({ streamId }).lean();
  }

  /** Adds an invoice's next step. False where another process has added one under this number. */
  async add(step: RefundStep): Promise<boolean> {
    try {
      await this.#model.create(step);
      return true;
    } catch (error) {
      if (error instanceof mongo.MongoServerError && error.code === DUPLICATE_KEY) return false;
      throw error;
    }
  }

  /** Waits until a step that another process added is durable: nothing may follow from it before. */
  async confirm(step: RefundStep): Promise<void> {
    await this.#model.updateOne({ _id: step._id }, { $setOnInsert: step }, { upsert: true });
  }

  /** Its event is in the ledger. Where it moved credits, its mail falls due. */
  async markDone({ _id, credits }: RefundStep, doneAt: Date): Promise<void> {
    const mail = credits === 0 ? {} : { mailDueAt: doneAt };
    await this.#model.updateOne({ _id, doneAt: { $exists: false } }, { $set: { doneAt, ...mail } });
  }

  /** A step whose mail is due, for one caller: nobody else gets it before `until`. */
  async claimMail(now: Date, until: Date): Promise<RefundStep | undefined> {
    const taken = await this.#model
      .findOneAndUpdate(
        { mailDueAt: { $lte: now } },
        { $set: { mailDueAt: until } },
        { sort: { mailDueAt: 1 } },
      )
      .lean();
    return taken ?? undefined;
  }

  /** Its mail is sent, or given up. */
  async closeMail(id: string): Promise<void> {
    await this.#model.updateOne({ _id: id }, { $unset: { mailDueAt: 1 } });
  }
}
