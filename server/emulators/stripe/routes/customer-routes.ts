import { z } from 'zod';
import { findAttachedCard, recordEvent } from '../account.ts';
import { changeBalance } from '../customer-balance.ts';
import { cancelSubscription, hasEnded } from '../subscriptions.ts';
import { balanceTransactionView, cardView, customerView, listView } from '../views/object-views.ts';
import { accountRoute, cents, expandOnly, listPage, metadata, pageParams } from './route.ts';

const address = z.strictObject({
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  postal_code: z.string(),
  country: z.string(),
});

const customerChanges = z.strictObject({
  email: z.string().optional(),
  name: z.string().optional(),
  address: z.union([z.literal(''), address]).optional(),
  invoice_settings: z.strictObject({ default_payment_method: z.string() }).optional(),
});

const cardFilter = z.strictObject({
  type: z.literal('card').optional(),
  limit: z.coerce.number().int().optional(),
});

const newBalanceTransaction = z.strictObject({
  amount: cents,
  currency: z.literal('usd'),
  description: z.string().max(350).nullable().default(null),
  metadata,
});

/** Customers, their cards and their balance. */
export const customerRoutes = [
  accountRoute('GET /v1/customers/:id', expandOnly, ({ state }) => customerView(state.customer)),

  accountRoute('POST /v1/customers/:id', customerChanges, (account, changes) => {
    const { customer } = account.state;
    const { email, name, address, invoice_settings } = changes;
    if (invoice_settings !== undefined)
      customer.defaultCard = findAttachedCard(account, invoice_settings.default_payment_method).id;
    if (email !== undefined) customer.email = email;
    if (name !== undefined) customer.name = name;
    if (address !== undefined) customer.address = address === '' ? null : address;
    recordEvent(account, 'customer.updated', customerView(customer));
    return customerView(customer);
  }),

  // The plans of a deleted customer end at once.
  accountRoute('DELETE /v1/customers/:id', z.unknown(), (account) => {
    const { customer, subscriptions } = account.state;
    for (const subscription of subscriptions)
      if (!hasEnded(subscription)) cancelSubscription(account, subscription);
    recordEvent(account, 'customer.deleted', customerView(customer));
    customer.deleted = true;
    return customerView(customer);
  }),

  accountRoute('GET /v1/customers/:id/payment_methods', cardFilter, (account, _filter, customerId) => {
    const cards = account.state.cards.filter(({ attached }) => attached).reverse();
    return listView(
      `/v1/customers/${customerId}/payment_methods`,
      cards.map((card) => cardView(account, card)),
    );
  }),

  accountRoute('POST /v1/customers/:id/balance_transactions', newBalanceTransaction, (account, params) => {
    const { amount, description, metadata } = params;
    const transaction = changeBalance(account, { type: 'adjustment', amount, description, metadata });
    return balanceTransactionView(account, transaction);
  }),

  accountRoute(
    'GET /v1/customers/:id/balance_transactions',
    z.strictObject(pageParams),
    (account, page, customerId) =>
      listPage(
        `/v1/customers/${customerId}/balance_transactions`,
        account.state.balanceTransactions.toReversed(),
        page,
        (transaction) => balanceTransactionView(account, transaction),
      ),
  ),
];
