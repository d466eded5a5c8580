import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { newAccount } from '../account.ts';
import { requestHash } from '../idempotency.ts';
import { invalidRequest } from '../stripe-api-error.ts';
import { customerView, eventView, listView, priceView, productView } from '../views/object-views.ts';
import { cents, globalRoute, listPage, metadata, pageParams } from './route.ts';

const MAX_CUSTOMERS = 100;

const newCustomer = z.strictObject({
  email: z.string().default(''),
  name: z.string().default(''),
  metadata,
});

const newPrice = z.strictObject({
  product: z.string(),
  currency: z.literal('usd'),
  unit_amount: cents.positive(),
  recurring: z.strictObject({ interval: z.literal('month') }),
  lookup_key: z.string(),
  transfer_lookup_key: z.literal('true'),
});

const priceFilter = z.strictObject({
  lookup_keys: z.array(z.string()),
  active: z.literal('true').optional(),
});

const eventFilter = z.strictObject({
  created: z.strictObject({ gte: z.coerce.number().int() }),
  types: z.array(z.string()).max(20).optional(),
  ...pageParams,
});

/** Requests that are not about one account: finding and creating customers, the catalog, all events. */
export const globalRoutes = [
  globalRoute(
    'GET /v1/customers',
    z.strictObject({ email: z.string(), limit: pageParams.limit }),
    async ({ store }, { email }) => {
      const keys = (await store.keysByEmail(email)).slice(0, MAX_CUSTOMERS);
      const accounts = await Promise.all(keys.map((key) => store.read(key)));
      return listView(
        '/v1/customers',
        accounts.flatMap((state) =>
          state === undefined || state.customer.deleted === true ? [] : [customerView(state.customer)],
        ),
      );
    },
  ),

  globalRoute('POST /v1/customers', newCustomer, async ({ store, now, idempotencyKey }, details) => {
    const creation = { key: idempotencyKey, hash: requestHash(/customers/, '', details) };
    return customerView((await store.insert(creation, newAccount(details, now))).customer);
  }),

  globalRoute(
    'POST /v1/products',
    z.strictObject({ id: z.string(), name: z.string() }),
    async ({ store, now }, params) => {
      const product = { ...params, created: seconds(now) };
      if (!(await store.insertProduct(product)))
        throw invalidRequest('Product already exists.', 'resource_already_exists');
      return productView(product);
    },
  ),

  globalRoute('POST /v1/prices', newPrice, async ({ store, now, idempotencyKey }, params) => {
    const { product, unit_amount, lookup_key } = params;
    const id = `price_${randomBytes(12).toString('hex')}`;
    const price = { id, product, amount: unit_amount, lookupKey: lookup_key, created: seconds(now) };
    return priceView(await store.insertPrice(idempotencyKey, price));
  }),

  globalRoute('GET /v1/prices', priceFilter, async ({ store }, { lookup_keys }) =>
    listView('/v1/prices', (await store.pricesByLookupKeys(lookup_keys)).map(priceView)),
  ),

  globalRoute('GET /v1/events', eventFilter, async ({ store }, { created, types, ...page }) => {
    const events = await store.eventsSince(created.gte);
    const wanted = events.filter(({ type }) => types?.includes(type) ?? true);
    return listPage('/v1/events', wanted, page, eventView);
  }),
];

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
