import { z } from 'zod';
import { newObjectId, recordEvent } from '../account.ts';
import { invalidRequest, resourceMissing } from '../stripe-api-error.ts';
import { listView, taxIdView } from '../views/object-views.ts';
import { accountRoute, pageParams, type Route } from './route.ts';

const owner = z.strictObject({ type: z.literal('customer'), customer: z.string() });

/** Stripe's limit for a customer. */
const MAX_TAX_IDS = 5;

/** Tax numbers of customers. One of less than eight signs, or only zeros at the end, is refused like a wrong format. */
export const taxIdRoutes: Route[] = [
  accountRoute('GET /v1/tax_ids', z.strictObject({ owner, limit: pageParams.limit }), (account) =>
    listView(
      '/v1/tax_ids',
      account.state.customer.taxIds.map((taxId) => taxIdView(account, taxId)).reverse(),
    ),
  ),

  accountRoute(
    'POST /v1/tax_ids',
    z.strictObject({ owner, type: z.string(), value: z.string() }),
    (account, { type, value }) => {
      const { taxIds } = account.state.customer;
      if (/^.{0,7}$|0{8}$/.test(value))
        throw invalidRequest(`Invalid value for ${type}.`, 'tax_id_invalid', { param: 'value' });
      if (taxIds.length >= MAX_TAX_IDS)
        throw invalidRequest(`A customer can have up to ${String(MAX_TAX_IDS)} tax IDs.`);
      const added = { id: newObjectId('txi', account.state), type, value, created: account.now };
      taxIds.push(added);
      recordEvent(account, 'customer.tax_id.created', taxIdView(account, added));
      return taxIdView(account, added);
    },
  ),

  accountRoute('DELETE /v1/tax_ids/:id', z.unknown(), (account, _params, id) => {
    const { customer } = account.state;
    const removed = customer.taxIds.find((taxId) => taxId.id === id);
    if (removed === undefined) throw resourceMissing('tax_id', id);
    customer.taxIds = customer.taxIds.filter((taxId) => taxId !== removed);
    recordEvent(account, 'customer.tax_id.deleted', taxIdView(account, removed));
    return { id, object: 'tax_id', deleted: true };
  }),
];
