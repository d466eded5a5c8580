import { z } from 'zod';
import type { Json, LocalBalanceTransaction } from '#server/emulators/stripe/account-state.ts';
import { ok, parseParams, type AccountHandler } from './account-routes.ts';
import type { AccountContext } from '#server/emulators/stripe/account.ts';
import { changeBalance } from '#server/emulators/stripe/customer-balance.ts';
import { listPage, pageParams } from './list-page.ts';

const newTransaction = z.strictObject({
  amount: z.coerce.number().int(),
  currency: z.literal('usd'),
  description: z.string().max(350).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

export const createBalanceTransaction: AccountHandler = (account, params) => {
  const { amount, description = null, metadata } = parseParams(newTransaction, params);
  return ok(
    transactionView(account, changeBalance(account, { type: 'adjustment', amount, description, metadata })),
  );
};

/** Lists the balance transactions of a customer, newest first, in pages. */
export const listBalanceTransactions: AccountHandler = (account, params, customerId) =>
  ok(
    listPage({
      url: `/v1/customers/${customerId}/balance_transactions`,
      newestFirst: account.state.balanceTransactions.toReversed(),
      page: parseParams(z.strictObject(pageParams), params),
      toView: (transaction) => transactionView(account, transaction),
    }),
  );

function transactionView(account: AccountContext, transaction: LocalBalanceTransaction): Json {
  const { id, type, amount, endingBalance, invoice, description, metadata, created } = transaction;
  return {
    id,
    object: 'customer_balance_transaction',
    amount,
    created,
    credit_note: null,
    currency: 'usd',
    customer: account.state.customer.id,
    description,
    ending_balance: endingBalance,
    invoice,
    livemode: false,
    metadata,
    type,
  };
}
