import type { Model } from 'mongoose';
import type { ProviderInvoice, ProviderSubscription } from '#server/providers/payments/port.ts';
import type { InvoiceDecision, InvoiceOutcome, InvoiceRecord } from './invoices/invoice-model.ts';
import type { SubscriptionRecord } from './subscriptions/subscription-model.ts';

/** A page of transactions is never longer. */
const MAX_INVOICES = 200;
const DUPLICATE_KEY = 11_000;

/** How often a record was stored; undefined for one that never was. */
export type Revision = number | undefined;

/** Subscriptions and invoices as the provider last told them. */
export class BillingRecords {
  readonly #subscriptions: Model<SubscriptionRecord>;
  readonly #invoices: Model<InvoiceRecord>;

  constructor(subscriptions: Model<SubscriptionRecord>, invoices: Model<InvoiceRecord>) {
    this.#subscriptions = subscriptions;
    this.#invoices = invoices;
  }

  /** To be read before the provider is asked, for `saveSubscription`. */
  async subscriptionRevision(id: string): Promise<Revision> {
    return (await this.#subscriptions.findById(id, { revision: 1 }).lean())?.revision;
  }

  /** Stores what the provider said after `seen` was read. False where another answer was stored meanwhile. */
  saveSubscription(
    uid: string,
    { id, ...subscription }: ProviderSubscription,
    seen: Revision,
  ): Promise<boolean> {
    return saveUnlessChanged(this.#subscriptions, id, seen, { ...subscription, uid });
  }

  /** To be read before the provider is asked, for `saveInvoice`. */
  async invoiceRevision(id: string): Promise<Revision> {
    return (await this.#invoices.findById(id, { revision: 1 }).lean())?.revision;
  }

  saveInvoice(
    payer: { uid: string; streamId: string },
    { id, ...invoice }: ProviderInvoice,
    seen: Revision,
  ): Promise<boolean> {
    return saveUnlessChanged(this.#invoices, id, seen, { ...invoice, ...payer });
  }

  /** The invoices of a credit stream that are to be granted, and those that may be once they are decided, in batches. */
  invoicesToGrant(streamId: string): AsyncIterable<InvoiceRecord> {
    const undecided = {
      decision: { $exists: false },
      status: 'paid' as const,
      planTotal: { $gt: 0 },
      reason: { $in: ['first', 'renewal'] as const },
    };
    const granting = { $or: [{ decision: 'grant' as const }, undecided] };
    return this.#invoices.find({ streamId, plan: { $exists: true }, ...granting }).lean();
  }

  /**
   * Records what becomes of an invoice, unless that is decided; returns the decision that counts. The journal
   * acknowledges the write even where it changes nothing, so a decision that is returned outlives a crash.
   */
  async decide(invoiceId: string, decision: InvoiceDecision): Promise<InvoiceDecision> {
    await this.#invoices.updateOne({ _id: invoiceId, decision: { $exists: false } }, { $set: { decision } });
    const decided = (await this.invoice(invoiceId))?.decision;
    if (decided === undefined) throw new Error(`The invoice ${invoiceId} is not on record`);
    return decided;
  }

  async saveOutcome(invoiceId: string, outcome: InvoiceOutcome): Promise<void> {
    await this.#invoices.updateOne({ _id: invoiceId }, { $set: { outcome } });
  }

  /** Marks an invoice whose money Hark could not return. False where it was marked before. */
  async markRefundFailed(invoiceId: string, refundFailedAt: Date): Promise<boolean> {
    const unmarked = { _id: invoiceId, refundFailedAt: { $exists: false } };
    return (await this.#invoices.updateOne(unmarked, { $set: { refundFailedAt } })).modifiedCount === 1;
  }

  /** Its money has gone back after all. */
  async clearRefundFailed(invoiceId: string): Promise<void> {
    await this.#invoices.updateOne({ _id: invoiceId }, { $unset: { refundFailedAt: 1 } });
  }

  /** The invoices whose money Hark could not return, of all users or of one credit stream, in batches. */
  failedRefunds(streamId?: string): AsyncIterable<InvoiceRecord> {
    const failed = { refundFailedAt: { $exists: true } };
    return this.#invoices.find(streamId === undefined ? failed : { streamId, ...failed }).lean();
  }

  async subscription(id: string): Promise<SubscriptionRecord | undefined> {
    return (await this.#subscriptions.findById(id).lean()) ?? undefined;
  }

  /** A user's active subscription, else the newest one of any status. */
  async currentSubscription(uid: string): Promise<SubscriptionRecord | undefined> {
    const newest = await this.#subscriptions.find({ uid }).sort({ createdAt: -1 }).limit(20).lean();
    const last = newest[0]?.createdAt.getTime();
    return (
      newest.find(({ status }) => status === 'active') ??
      newest.find(({ status }) => status === 'past_due') ??
      // Stripe's times are whole seconds: of two that were begun in one, the other has been given up.
      newest.find(({ status, createdAt }) => status === 'incomplete' && createdAt.getTime() === last) ??
      newest[0]
    );
  }

  /** A user's invoices that were issued, newest first. */
  async invoices(uid: string): Promise<InvoiceRecord[]> {
    return this.#invoices
      .find({ uid, status: { $ne: 'draft' } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(MAX_INVOICES)
      .lean();
  }

  async invoice(id: string): Promise<InvoiceRecord | undefined> {
    return (await this.#invoices.findById(id).lean()) ?? undefined;
  }
}

/**
 * Inserts or overwrites what is stored while its revision is still `seen`. Whoever reads the revision before asking the
 * provider never overwrites a newer answer with an older one, whatever the clocks say.
 */
async function saveUnlessChanged<T extends { _id: string; revision?: number | undefined }>(
  model: Model<T>,
  id: string,
  seen: Revision,
  fields: Record<string, unknown>,
): Promise<boolean> {
  const filter = { _id: id, revision: seen ?? { $exists: false } };
  const change = { $set: fields, $inc: { revision: 1 } };
  try {
    const { matchedCount, upsertedCount } = await model.updateOne(filter as never, change, {
      upsert: seen === undefined,
    });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // Another process has inserted it: the filter did not find it and the insert ran into it.
    if ((error as { code?: unknown }).code === DUPLICATE_KEY) return false;
    throw error;
  }
}
