import type { Connection, Model } from 'mongoose';
import type { AccountState, LocalEvent, LocalPrice, LocalProduct } from './account-state.ts';
import { createLocalStripeModels, type AccountRecord, type CatalogRecord } from './local-stripe-model.ts';
import { dueAt } from './subscriptions.ts';

/** More writers than this on one account at one time are not expected of one machine. */
const MAX_TRIES = 100;

/** Keeps the local Stripe in the database, so that every process of Hark sees the same one. */
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

  /** Stores a new account, unless `creationKey` made one before: then that one is answered. */
  async insert(creationKey: string, state: AccountState): Promise<AccountState> {
    const record = { _id: state.key, version: 1, creationKey, state, ...foundBy(state) };
    const stored = await this.#accounts.findOneAndUpdate(
      { creationKey },
      { $setOnInsert: record },
      { upsert: true, returnDocument: 'after', lean: true },
    );
    return stored?.state ?? state;
  }

  /**
   * Changes an account in one atomic write. `change` edits the state in place and may run again when another
   * request came first; what it throws leaves the account as it was. `undefined` for an unknown account.
   */
  async change<T>(key: string, change: (state: AccountState) => T): Promise<T | undefined> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const record = await this.#accounts.findById(key).lean();
      if (record === null) return undefined;
      const { state, version } = record;
      const answer = change(state);
      const { modifiedCount } = await this.#accounts.updateOne(
        { _id: key, version },
        { $set: { version: version + 1, state, ...foundBy(state) } },
      );
      if (modifiedCount === 1) return answer;
    }
    throw new Error('Too many writers on one account of the local Stripe');
  }

  async keysByEmail(email: string): Promise<string[]> {
    const records = await this.#accounts.find({ email: email.toLowerCase() }, { _id: 1 }).lean();
    return records.map(({ _id }) => _id);
  }

  async keysWithDeliveriesDue(at: Date): Promise<string[]> {
    const records = await this.#accounts.find({ nextDeliveryAt: { $lte: at } }, { _id: 1 }).lean();
    return records.map(({ _id }) => _id);
  }

  async keysWithThingsDue(at: Date): Promise<string[]> {
    const records = await this.#accounts.find({ nextDueAt: { $lte: at } }, { _id: 1 }).lean();
    return records.map(({ _id }) => _id);
  }

  /** Events of all accounts since `seconds`, newest first. */
  async eventsSince(seconds: number): Promise<LocalEvent[]> {
    const records = await this.#accounts.find({ lastEventAt: { $gte: new Date(seconds * 1000) } }).lean();
    return records
      .flatMap(({ state }) => state.events.filter(({ created }) => created >= seconds).reverse())
      .sort((a, b) => b.created - a.created);
  }

  /** Stores a product; false where its id is taken. */
  async insertProduct(product: LocalProduct): Promise<boolean> {
    const { upsertedCount } = await this.#catalog.updateOne(
      { _id: product.id },
      { $setOnInsert: { product } },
      { upsert: true },
    );
    return upsertedCount === 1;
  }

  /** Stores a price and moves its lookup key to it; the same key answers the same price. */
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

/** The figures that an account is found by, from its state. */
function foundBy(
  state: AccountState,
): Pick<AccountRecord, 'email' | 'nextDeliveryAt' | 'nextDueAt' | 'lastEventAt'> {
  const deliveries = state.events.flatMap(({ nextAttemptAt }) => nextAttemptAt ?? []);
  const due = state.subscriptions.flatMap((subscription) => dueAt(subscription) ?? []);
  const lastEvent = state.events.at(-1);
  return {
    email: state.customer.email.toLowerCase(),
    nextDeliveryAt: deliveries.length === 0 ? null : new Date(Math.min(...deliveries)),
    nextDueAt: due.length === 0 ? null : new Date((Math.min(...due) - state.clockOffset) * 1000),
    lastEventAt: lastEvent === undefined ? null : new Date(lastEvent.created * 1000),
  };
}
