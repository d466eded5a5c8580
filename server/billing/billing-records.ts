import type { Model } from 'mongoose';
import type { ProviderInvoice, ProviderSubscription } from '#server/providers/payments/port.ts';
import type { InvoiceRecord } from './invoice-model.ts';
import type { SubscriptionRecord } from './subscription-model.ts';

/** A page of transactions is never longer. */
const MAX_INVOICES = 200;
const DUPLICATE_KEY = 11_000;

/** Subscriptions and invoices as the provider last told them. */
export class BillingRecords {
  readonly #subscriptions: Model<SubscriptionRecord>;
  readonly #invoices: Model<InvoiceRecord>;

  constructor(subscriptions: Model<SubscriptionRecord>, invoices: Model<InvoiceRecord>) {
    this.#subscriptions = subscriptions;
    this.#invoices = invoices;
  }

  async saveSubscription(
    uid: string,
    { id, ...subscription }: ProviderSubscription,
    fetchedAt: Date,
  ): Promise<void> {
    await saveIfNewer(this.#subscriptions, id, fetchedAt, { ...subscription, uid });
  }

  async saveInvoice(
    payer: { uid: string; streamId: string },
    { id, ...invoice }: ProviderInvoice,
    fetchedAt: Date,
  ): Promise<void> {
    await saveIfNewer(this.#invoices, id, fetchedAt, { ...invoice, ...payer });
  }

  /** The paid plan invoices of a credit stream, in batches: those that were granted, and those that will be. */
  invoicesToGrant(streamId: string): AsyncIterable<InvoiceRecord> {
    const filter = {
      streamId,
      status: 'paid' as const,
      planTotal: { $gt: 0 },
      plan: { $exists: true },
      outcome: { $ne: 'refunded' as const },
    };
    return this.#invoices.find({ ...filter, reason: { $in: ['first', 'renewal'] as const } }).lean();
  }

  async noteOutcome(invoiceId: string, outcome: 'granted' | 'refunded'): Promise<void> {
    await this.#invoices.updateOne({ _id: invoiceId }, { $set: { outcome } });
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

/** Inserts or overwrites, unless what is stored was fetched later. */
async function saveIfNewer<T extends { _id: string; fetchedAt: Date }>(
  model: Model<T>,
  id: string,
  fetchedAt: Date,
  fields: Record<string, unknown>,
): Promise<void> {
  const filter = { _id: id, fetchedAt: { $lte: fetchedAt } };
  try {
    await model.updateOne(
      filter as never,
      { $set: { ...fields, fetchedAt } },
      {
        upsert: true,
      },
    );
  } catch (error) {
    // The filter did not find the newer one and the insert ran into it.
    if ((error as { code?: unknown }).code !== DUPLICATE_KEY) throw error;
  }
}
