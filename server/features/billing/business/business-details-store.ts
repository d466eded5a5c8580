import type { Model } from 'mongoose';
import { NO_BUSINESS_DETAILS, type BusinessDetails } from '#shared/schemas/calling/business-details.ts';
import type { BillingAccount } from '#server/features/billing/billing-account-store.ts';

/** Stores what businesses want on their invoices, in their billing accounts. */
export class BusinessDetailsStore {
  readonly #model: Model<BillingAccount>;

  constructor(model: Model<BillingAccount>) {
    this.#model = model;
  }

  /** Returns the details of a user, with empty texts for what is not given. */
  async of(uid: string): Promise<BusinessDetails & { taxIdRefused: boolean }> {
    const account = await this.#model.findById(uid, { business: 1 }).lean();
    const stored: BillingAccount['business'] = account?.business ?? NO_BUSINESS_DETAILS;
    const { taxIdRefused = false, ...details } = stored;
    return { ...details, taxIdRefused };
  }

  /** Replaces the details of a user. No-op for a closed account. */
  async save(uid: string, details: BusinessDetails): Promise<void> {
    await this.#model.updateOne({ _id: uid }, {}, { upsert: true });
    await this.#model.updateOne({ _id: uid, closed: { $exists: false } }, { $set: { business: details } });
  }

  /** Notes that the provider refused a tax number. No-op if the user has another one by now. */
  async taxIdRefused(uid: string, taxId: string): Promise<void> {
    await this.#model.updateOne(
      { _id: uid, 'business.tax_id': taxId },
      { $set: { 'business.taxIdRefused': true } },
    );
  }
}
