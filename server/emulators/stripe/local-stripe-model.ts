import { Schema, type Connection, type Model } from 'mongoose';
import type { AccountState, LocalPrice, LocalProduct } from './account-state.ts';

/** An account with the figures it is found by. `version` guards every change. */
export interface AccountRecord {
  _id: string;
  version: number;
  email: string;
  /** The idempotency key of the request that made it. */
  creationKey: string;
  /** Real time of the next webhook to send, and of the next thing that falls due; null for none. */
  nextDeliveryAt: Date | null;
  nextDueAt: Date | null;
  lastEventAt: Date | null;
  state: AccountState;
}

/** A product or price. The `_id` of a price is the idempotency key that made it, of a product its own id. */
export interface CatalogRecord {
  _id: string;
  product?: LocalProduct;
  price?: LocalPrice;
}

const OPTIONS = { autoIndex: false, versionKey: false, minimize: false } as const;

export function createLocalStripeModels(connection: Connection): {
  accounts: Model<AccountRecord>;
  catalog: Model<CatalogRecord>;
} {
  const account = new Schema<AccountRecord>(
    {
      _id: String,
      version: { type: Number, required: true },
      email: { type: String, required: true },
      creationKey: { type: String, required: true },
      nextDeliveryAt: { type: Date, default: null },
      nextDueAt: { type: Date, default: null },
      lastEventAt: { type: Date, default: null },
      state: { type: Schema.Types.Mixed, required: true },
    },
    { ...OPTIONS, collection: 'local_stripe_accounts' },
  );
  account.index({ creationKey: 1 }, { unique: true });
  account.index({ email: 1 });
  account.index({ nextDeliveryAt: 1 }, { partialFilterExpression: { nextDeliveryAt: { $type: 'date' } } });
  account.index({ nextDueAt: 1 }, { partialFilterExpression: { nextDueAt: { $type: 'date' } } });
  account.index({ lastEventAt: 1 });
  const catalog = new Schema<CatalogRecord>(
    { _id: String, product: Schema.Types.Mixed, price: Schema.Types.Mixed },
    { ...OPTIONS, collection: 'local_stripe_catalog' },
  );
  return {
    accounts: connection.model<AccountRecord>('LocalStripeAccount', account),
    catalog: connection.model<CatalogRecord>('LocalStripeCatalog', catalog),
  };
}
