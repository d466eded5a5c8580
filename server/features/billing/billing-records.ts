import { SECOND_MS } from '#shared/time-units.ts';
import type { Model, UpdateQuery } from 'mongoose';
import { isDuplicateKey } from '#server/platform/lib/mongodb/mongo-errors.ts';
import type {
  PaymentReversal,
  ProviderInvoice,
  ProviderSubscription,
} from '#server/providers/payments/port.ts';
import type {
  InvoiceDecision,
  InvoiceOutcome,
  InvoiceRecord,
  SubscriptionRecord,
} from './billing-records-model.ts';

/** The revision counter of a stored record; `undefined` if the record does not exist. */
export type Revision = number | undefined;

/** The latest stored provider state of subscriptions and invoices. */
export class BillingRecords {
  readonly #subscriptions: Model<SubscriptionRecord>;
  readonly #invoices: Model<InvoiceRecord>;

  constructor(subscriptions: Model<SubscriptionRecord>, invoices: Model<InvoiceRecord>) {
    this.#subscriptions = subscriptions;
    this.#invoices = invoices;
  }

  /** Stores a subscription fetched after `stored` was read. Returns false if the record has changed since. */
  saveSubscription(
    uid: string,
    { id, ...subscription }: ProviderSubscription,
    stored: SubscriptionRecord | undefined,
  ): Promise<boolean> {
    const changed = subscription.cancelAtPeriodEnd !== (stored?.cancelAtPeriodEnd ?? false);
    const cancelChanges = (stored?.cancelChanges ?? 0) + (changed ? 1 : 0);
    return saveUnlessChanged(this.#subscriptions, id, stored?.revision, {
      ...subscription,
      uid,
      cancelChanges,
    });
  }

  /** Ends a subscription that the provider no longer has. Returns false if the record has changed since. */
  async endSubscription({ _id, revision }: SubscriptionRecord): Promise<boolean> {
    const unchanged = { _id, revision: revision ?? { $exists: false } };
    const change = { $set: { status: 'canceled' as const }, $inc: { revision: 1 } };
    return (await this.#subscriptions.updateOne(unchanged, change)).matchedCount === 1;
  }

  /** Returns the current revision. Read it before fetching from the provider, and pass it to `saveInvoice`. */
  async invoiceRevision(id: string): Promise<Revision> {
    return (await this.#invoices.findById(id, { revision: 1 }).lean())?.revision;
  }

  saveInvoice(
    payer: { uid: string; streamId: string },
    { id, ...invoice }: ProviderInvoice,
    revision: Revision,
  ): Promise<boolean> {
    return saveUnlessChanged(this.#invoices, id, revision, { ...invoice, ...payer });
  }

  /** Returns the current revision of an invoice's reversals; like `invoiceRevision`, for `saveReversals`. */
  async reversalsRevision(id: string): Promise<Revision> {
    return (await this.#invoices.findById(id, { reversalsRevision: 1 }).lean())?.reversalsRevision;
  }

  /**
   * Stores the reversals of a stored invoice, fetched after `revision` was read. Returns false if they have
   * changed since.
   */
  async saveReversals(
    id: string,
    reversals: readonly PaymentReversal[],
    revision: Revision,
  ): Promise<boolean> {
    const unchanged = { _id: id, reversalsRevision: revision ?? { $exists: false } };
    const change = { $set: { reversals: [...reversals] }, $inc: { reversalsRevision: 1 } };
    return (await this.#invoices.updateOne(unchanged, change)).matchedCount === 1;
  }

  /**
   * The invoices of a credit stream, or those with one of `ids`, with the decision to grant, and undecided paid ones that
   * may get it; a cursor.
   */
  invoicesToGrant(streamId: string, ids?: readonly string[]): AsyncIterable<InvoiceRecord> {
    const undecided = {
      decision: { $exists: false },
      status: 'paid' as const,
      planTotal: { $gt: 0 },
      reason: { $in: ['first', 'renewal', 'credits'] as const },
    };
    const granting = { $or: [{ decision: 'grant' as const }, undecided] };
    const named = ids === undefined ? {} : { _id: { $in: [...ids] } };
    const sold = { $or: [{ plan: { $exists: true } }, { credits: { $exists: true } }] };
    return this.#invoices.find({ ...named, streamId, $and: [sold, granting] }).lean();
  }

  /**
   * Records the decision about an invoice unless there is one, and returns the stored decision. The write is
   * journaled even if it changes nothing, so a returned decision survives a crash.
   */
  async decide(invoiceId: string, decision: InvoiceDecision): Promise<InvoiceDecision> {
    const change = { $set: { decision }, $unset: { undecidedAt: 1 } };
    await this.#invoices.updateOne({ _id: invoiceId, decision: { $exists: false } }, change);
    const stored = (await this.invoice(invoiceId))?.decision;
    if (stored === undefined) throw new Error(`Invoice ${invoiceId} is not stored`);
    return stored;
  }

  async saveOutcome(invoiceId: string, outcome: InvoiceOutcome): Promise<void> {
    await this.#invoices.updateOne({ _id: invoiceId }, { $set: { outcome } });
  }

  /** Marks a paid invoice about which nothing can be decided yet. Returns false if it was marked or decided before. */
  async markUndecided(invoiceId: string, undecidedAt: Date): Promise<boolean> {
    const unmarked = { _id: invoiceId, undecidedAt: { $exists: false }, decision: { $exists: false } };
    return (await this.#invoices.updateOne(unmarked, { $set: { undecidedAt } })).modifiedCount === 1;
  }

  /** The ids of the invoices marked by `markUndecided`, the oldest first; a cursor. */
  async *undecided(): AsyncIterable<string> {
    const marked = this.#invoices.find({ undecidedAt: { $exists: true } }, { _id: 1 });
    for await (const { _id } of marked.sort({ undecidedAt: 1 }).lean()) yield _id;
  }

  /** Counts the invoices marked by `markUndecided`. */
  countUndecided(): Promise<number> {
    return this.#invoices.countDocuments({ undecidedAt: { $exists: true } });
  }

  /** Marks an invoice whose own refund has failed for good. Returns false if it was marked before. */
  async markRefundFailed(invoiceId: string, refundFailedAt: Date): Promise<boolean> {
    const unmarked = { _id: invoiceId, refundFailedAt: { $exists: false } };
    return (await this.#invoices.updateOne(unmarked, { $set: { refundFailedAt } })).modifiedCount === 1;
  }

  /** Clears the mark of `markRefundFailed` once the money is returned. */
  async clearRefundFailed(invoiceId: string): Promise<void> {
    await this.#invoices.updateOne({ _id: invoiceId }, { $unset: { refundFailedAt: 1 } });
  }

  /** The invoices marked by `markRefundFailed`, of all users or of one credit stream; a cursor. */
  failedRefunds(streamId?: string): AsyncIterable<InvoiceRecord> {
    const failed = { refundFailedAt: { $exists: true } };
    return this.#invoices.find(streamId === undefined ? failed : { streamId, ...failed }).lean();
  }

  /** Returns a stored subscription. Read it before fetching from the provider, and pass it to `saveSubscription`. */
  async subscription(id: string): Promise<SubscriptionRecord | undefined> {
    return (await this.#subscriptions.findById(id).lean()) ?? undefined;
  }

  /**
   * Returns the active subscription of a user, else the past-due, else the newest incomplete, else the one that ended last
   * of those that credits were granted for: a checkout that was never paid was no plan.
   */
  async currentSubscription(uid: string): Promise<SubscriptionRecord | undefined> {
    const newest = await this.#subscriptions.find({ uid }).sort({ createdAt: -1 }).limit(20).lean();
    const last = newest[0]?.createdAt.getTime();
    const open =
      newest.find(({ status }) => status === 'active') ??
      newest.find(({ status }) => status === 'past_due') ??
      // Stripe timestamps are whole seconds: of two started within one, the other was replaced.
      newest.find(({ status, createdAt }) => status === 'incomplete' && createdAt.getTime() === last);
    if (open !== undefined) return open;
    for (const ended of newest) if (await this.isGranted(ended._id)) return ended;
    return undefined;
  }

  /** Whether credits were granted for a subscription; a checkout that was never paid has none. */
  async isGranted(subscriptionId: string): Promise<boolean> {
    return (await this.#invoices.exists({ subscriptionId, decision: 'grant' })) !== null;
  }

  /** Returns the invoices for credits of a user that can be paid. */
  openPurchases(uid: string): Promise<InvoiceRecord[]> {
    return this.#invoices.find({ uid, reason: 'credits', status: 'open' }).lean();
  }

  /** Whether the money of an invoice of a user is withdrawn by a dispute that is open or lost. */
  async isDisputed(uid: string): Promise<boolean> {
    const dispute = { $elemMatch: { kind: 'dispute' as const, amount: { $gt: 0 } } };
    return (await this.#invoices.exists({ uid, reversals: dispute })) !== null;
  }

  /** Whether money of an invoice of a user was returned by a refund that was made after a moment, or in its second. */
  async isRefundedSince(uid: string, moment: Date): Promise<boolean> {
    // The provider tells whole seconds.
    const since = new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS);
    const refund = {
      $elemMatch: { kind: 'refund' as const, amount: { $gt: 0 }, createdAt: { $gte: since } },
    };
    return (await this.#invoices.exists({ uid, reversals: refund })) !== null;
  }

  /** Returns the ids of a user's subscriptions that have not ended. */
  async openSubscriptions(uid: string): Promise<string[]> {
    const open = await this.#subscriptions.find({ uid, status: { $ne: 'canceled' } }, { _id: 1 }).lean();
    return open.map(({ _id }) => _id);
  }

  /** Removes the links to the pages of a user's invoices, which name the payer. */
  async eraseLinks(uid: string): Promise<void> {
    await this.#invoices.updateMany({ uid }, { $unset: { pageUrl: 1, fileUrl: 1 } });
  }

  async invoice(id: string): Promise<InvoiceRecord | undefined> {
    return (await this.#invoices.findById(id).lean()) ?? undefined;
  }
}

/**
 * Inserts the record, or overwrites it if its revision is still `revision` (optimistic concurrency). Reading the revision
 * before the provider keeps an older response from overwriting a newer one, independent of clocks.
 */
async function saveUnlessChanged<T extends { _id: string; revision?: number | undefined }>(
  model: Model<T>,
  id: string,
  revision: Revision,
  fields: Record<string, unknown>,
): Promise<boolean> {
  const filter = { _id: id, revision: revision ?? { $exists: false } };
  // A field that the provider no longer has is removed: `$set` would keep its old value.
  const gone = Object.keys(fields).filter((name) => fields[name] === undefined);
  const change = {
    $set: fields,
    $unset: Object.fromEntries(gone.map((name) => [name, 1])),
    $inc: { revision: 1 },
  } as UpdateQuery<T>;
  try {
    const { matchedCount, upsertedCount } = await model.updateOne(filter as never, change, {
      upsert: revision === undefined,
    });
    return matchedCount + upsertedCount === 1;
  } catch (error) {
    // The filter found nothing, and another process inserted the record first.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/**
 * Fetches an object from the payment provider and stores it; `store` returns false if its revision has changed. One
 * retry is enough: a process that wins against the retry has fetched after this call began.
 */
export async function storeLatest(store: () => Promise<boolean>): Promise<void> {
  if (!(await store())) await store();
}
