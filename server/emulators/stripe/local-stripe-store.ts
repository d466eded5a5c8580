import { Schema, type Connection, type Model } from 'mongoose';
import type { AccountState, LocalEvent, LocalPrice, LocalProduct } from './account-state.ts';
import { nextDueAt } from './renewals.ts';
import { keyReused } from './stripe-api-error.ts';

/** An account with its indexed fields. `version` is checked on every write. */
export interface AccountRecord {
  _id: string;
  version: number;
  email: string;
  /** The idempotency key of the request that created it. */
  creationKey: string;
  /** A hash of that request; accounts in older databases have none. */
  creationHash?: string | undefined;
  /** Real time of the next webhook attempt, and of the next renewal or expiry; null for none. */
  nextDeliveryAt: Date | null;
  nextDueAt: Date | null;
  lastEventAt: Date | null;
  state: AccountState;
}

/** A product or price. The `_id` of a price is the idempotency key of its creation, that of a product its id. */
export interface CatalogRecord {
  _id: string;
  product?: LocalProduct;
  price?: LocalPrice;
}

const OPTIONS = { autoIndex: false, versionKey: false, minimize: false } as const;
/** Limit of retries after concurrent changes of one account. */
const MAX_ATTEMPTS = 100;

/** Stores the local Stripe in the database, so that all processes of Hark share it. */
export class LocalStripeStore {
  readonly models: [Model<AccountRecord>, Model<CatalogRecord>];
  readonly #accounts: Model<AccountRecord>;
  readonly #catalog: Model<CatalogRecord>;

  constructor(connection: Connection) {
    const { accounts, catalog } = createLocalStripeModels(connection);
    this.#accounts = accounts;
    this.#catalog = catalog;
    this.models = [accounts, catalog];
  }

  async read(key: string): Promise<AccountState | undefined> {
    return (await this.#accounts.findById(key).lean())?.state;
  }

  /**
   * Stores a new account and returns it, or returns the one that the idempotency key created before. Throws
   * `StripeApiError` if that request had other parameters.
   */
  async insert(creation: { key: string; hash: string }, state: AccountState): Promise<AccountState> {
    const { key: creationKey, hash: creationHash } = creation;
    const record = { _id: state.key, version: 1, creationKey, creationHash, state, ...indexFields(state) };
    const stored = await this.#accounts.findOneAndUpdate(
      { creationKey },
      { $setOnInsert: record },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    if (stored?.creationHash !== undefined && stored.creationHash !== creationHash) throw keyReused();
    return stored?.state ?? state;
  }

  /**
   * Changes an account in one atomic write. `change` edits the state in place and runs again after a concurrent write;
   * if it throws, nothing is stored. Returns its result, or undefined for an unknown account.
   */
  async change<T>(key: string, change: (state: AccountState) => T): Promise<T | undefined> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const record = await this.#accounts.findById(key).lean();
      if (record === null) return undefined;
      const { state, version } = record;
      const result = change(state);
      const { modifiedCount } = await this.#accounts.updateOne(
        { _id: key, version },
        { $set: { version: version + 1, state, ...indexFields(state) } },
      );
      if (modifiedCount === 1) return result;
    }
    throw new Error('Too many concurrent changes of one account of the local Stripe');
  }

  keysByEmail(email: string): Promise<string[]> {
    return this.#keys({ email: email.toLowerCase() });
  }

  keysWithDeliveriesDue(at: Date): Promise<string[]> {
    return this.#keys({ nextDeliveryAt: { $lte: at } });
  }

  keysWithDueWork(at: Date): Promise<string[]> {
    return this.#keys({ nextDueAt: { $lte: at } });
  }

  /** Returns when work or a delivery of any account is next due. */
  async nextDue(): Promise<Date | undefined> {
    const first = async (field: 'nextDueAt' | 'nextDeliveryAt') => {
      const account = await this.#accounts
        .findOne({ [field]: { $type: 'date' } })
        .select(field)
        .sort({ [field]: 1 })
        .lean<Partial<AccountRecord>>();
      return account?.[field]?.getTime() ?? Infinity;
    };
    const next = Math.min(...(await Promise.all([first('nextDueAt'), first('nextDeliveryAt')])));
    return next === Infinity ? undefined : new Date(next);
  }

  async #keys(filter: Record<string, unknown>): Promise<string[]> {
    const records = await this.#accounts.find(filter, { _id: 1 }).lean();
    return records.map(({ _id }) => _id);
  }

  /** Events of all accounts since `seconds`, newest first. */
  async eventsSince(seconds: number): Promise<LocalEvent[]> {
    const records = await this.#accounts.find({ lastEventAt: { $gte: new Date(seconds * 1000) } }).lean();
    return records
      .flatMap(({ state }) => state.events.filter(({ created }) => created >= seconds).reverse())
      .sort((a, b) => b.created - a.created);
  }

  /** Stores a product; returns false if the id exists. */
  async insertProduct(product: LocalProduct): Promise<boolean> {
    const { upsertedCount } = await this.#catalog.updateOne(
      { _id: product.id },
      { $setOnInsert: { product } },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Stores a price and transfers its lookup key to it. The same creation key returns the same price. */
  async insertPrice(creationKey: string, price: LocalPrice): Promise<LocalPrice> {
    const record = await this.#catalog.findOneAndUpdate(
      { _id: creationKey },
      { $setOnInsert: { price } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    const stored = record?.price ?? price;
    await this.#catalog.updateMany(
      { 'price.lookupKey': stored.lookupKey, 'price.id': { $ne: stored.id } },
      { $set: { 'price.lookupKey': '' } },
    );
    return stored;
  }

  async pricesByLookupKeys(keys: string[]): Promise<LocalPrice[]> {
    return this.#prices({ 'price.lookupKey': { $in: keys } });
  }

  async prices(): Promise<LocalPrice[]> {
    return this.#prices({ price: { $exists: true } });
  }

  async #prices(filter: Record<string, unknown>): Promise<LocalPrice[]> {
    const records = await this.#catalog.find(filter).lean();
    return records.flatMap(({ price }) => (price === undefined ? [] : [price]));
  }
}

/** Returns the indexed fields of an account. */
function indexFields(
  state: AccountState,
): Pick<AccountRecord, 'email' | 'nextDeliveryAt' | 'nextDueAt' | 'lastEventAt'> {
  const deliveries = state.events.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  const due = state.subscriptions.flatMap((subscription) => nextDueAt(state, subscription) ?? []);
  const lastEvent = state.events.at(-1);
  return {
    email: state.customer.email.toLowerCase(),
    nextDeliveryAt: deliveries.length === 0 ? null : new Date(Math.min(...deliveries)),
    nextDueAt: due.length === 0 ? null : new Date((Math.min(...due) - state.clockOffset) * 1000),
    lastEventAt: lastEvent === undefined ? null : new Date(lastEvent.created * 1000),
  };
}

/** Creates the models of the `local_stripe_accounts` and `local_stripe_catalog` collections. */
function createLocalStripeModels(connection: Connection): {
  accounts: Model<AccountRecord>;
  catalog: Model<CatalogRecord>;
} {
  const account = new Schema<AccountRecord>(
    {
      _id: String,
      version: { type: Number, required: true },
      email: { type: String, required: true },
      creationKey: { type: String, required: true },
      creationHash: String,
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
