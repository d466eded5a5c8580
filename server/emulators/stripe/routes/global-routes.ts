import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Reply } from '#server/emulators/stripe/account-state.ts';
import { newAccount } from '#server/emulators/stripe/account.ts';
import { parseParams } from './account-routes.ts';
import { invalidRequest } from '#server/emulators/stripe/stripe-api-error.ts';
import type { LocalStripeStore } from '#server/emulators/stripe/local-stripe-store.ts';
import { customerView, eventView, listView, priceView, productView } from './views.ts';

/** Context of a request that is not about one account. */
export interface GlobalContext {
  store: LocalStripeStore;
  now: Date;
  idempotencyKey: string;
}

export type GlobalHandler = (context: GlobalContext, params: unknown) => Promise<Reply>;

const limit = z.coerce.number().int().min(1).max(100).default(10);
const MAX_CUSTOMERS = 100;

export const listCustomers: GlobalHandler = async ({ store }, params) => {
  const { email } = parseParams(z.strictObject({ email: z.string(), limit }), params);
  const keys = (await store.keysByEmail(email)).slice(0, MAX_CUSTOMERS);
  const accounts = await Promise.all(keys.map((key) => store.read(key)));
  const views = accounts.flatMap((state) => (state === undefined ? [] : [customerView(state.customer)]));
  return { status: 200, body: listView('/v1/customers', views) };
};

export const createCustomer: GlobalHandler = async ({ store, now, idempotencyKey }, params) => {
  const details = z.strictObject({
    email: z.string(),
    name: z.string().default(''),
    metadata: z.record(z.string(), z.string()).default({}),
  });
  const state = await store.insert(idempotencyKey, newAccount(parseParams(details, params), now));
  return { status: 200, body: customerView(state.customer) };
};

export const createProduct: GlobalHandler = async ({ store, now }, params) => {
  const product = {
    ...parseParams(z.strictObject({ id: z.string(), name: z.string() }), params),
    created: seconds(now),
  };
  if (!(await store.insertProduct(product)))
    throw invalidRequest('Product already exists.', 'resource_already_exists');
  return { status: 200, body: productView(product) };
};

const newPrice = z.strictObject({
  product: z.string(),
  currency: z.literal('usd'),
  unit_amount: z.coerce.number().int().positive(),
  recurring: z.strictObject({ interval: z.literal('month') }),
  lookup_key: z.string(),
  transfer_lookup_key: z.literal('true'),
});

export const createPrice: GlobalHandler = async ({ store, now, idempotencyKey }, params) => {
  const { product, unit_amount, lookup_key } = parseParams(newPrice, params);
  const id = `price_${randomBytes(12).toString('hex')}`;
  const price = { id, product, amount: unit_amount, lookupKey: lookup_key, created: seconds(now) };
  return { status: 200, body: priceView(await store.insertPrice(idempotencyKey, price)) };
};

export const listPrices: GlobalHandler = async ({ store }, params) => {
  const { lookup_keys } = parseParams(
    z.strictObject({ lookup_keys: z.array(z.string()), active: z.literal('true').optional() }),
    params,
  );
  return {
    status: 200,
    body: listView('/v1/prices', (await store.pricesByLookupKeys(lookup_keys)).map(priceView)),
  };
};

const eventFilter = z.strictObject({
  created: z.strictObject({ gte: z.coerce.number().int() }),
  types: z.array(z.string()).max(20).optional(),
  starting_after: z.string().optional(),
  limit,
});

export const listEvents: GlobalHandler = async ({ store }, params) => {
  const filter = parseParams(eventFilter, params);
  const all = (await store.eventsSince(filter.created.gte)).filter(
    ({ type }) => filter.types?.includes(type) ?? true,
  );
  const start = all.findIndex(({ id }) => id === filter.starting_after) + 1;
  const page = all.slice(start, start + filter.limit);
  return { status: 200, body: listView('/v1/events', page.map(eventView), all.length > start + page.length) };
};

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
