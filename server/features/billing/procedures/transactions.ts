import type { z } from 'zod';
import {
  transactionPageInput,
  transactionPageOutput,
  transactionsOutput,
  transactionYearFilter,
} from '#shared/schemas/billing/billing.ts';
import { cursorAfter, MAX_UNPAGED } from '#shared/schemas/list-cursor.ts';
import { TRANSACTIONS_CSV_PATH } from '#shared/paths.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createOwnProcedure } from '#server/features/billing/billing-procedure.ts';
import { presentTransaction } from '#server/features/billing/transactions/present-transactions.ts';
import { transactionsAsCsv } from '#server/features/billing/transactions/transactions-csv.ts';
import { readPage } from '#server/platform/lib/list-page.ts';

/** The invoices of the caller with their refunds and disputes: in pages, what was paid for plans, and as a file. */
export function transactionProcedures(deps: BillingDeps) {
  const { transactions } = deps;
  const ownProcedure = createOwnProcedure(deps);
  return {
    transactions: ownProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/transactions',
          summary: 'Your invoices, paid or not, with refunds and disputes, newest first',
          nextCursor: ({ next }: z.infer<typeof transactionPageOutput>) => next,
        },
      })
      .input(transactionPageInput)
      .output(transactionPageOutput)
      .query(async ({ ctx: { user }, input: { cursor, limit = MAX_UNPAGED, year } }) => {
        const [{ rows, next }, years] = await Promise.all([
          readPage(
            limit,
            (wanted) => transactions.page(user.uid, { year, after: cursor ?? undefined, limit: wanted }),
            ({ createdAt, _id }) => cursorAfter({ at: createdAt, key: _id }),
          ),
          cursor ? null : transactions.years(user.uid),
        ]);
        return { transactions: rows.map(presentTransaction), next, years };
      }),

    subscriptionTransactions: ownProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/subscription-transactions',
          summary: 'What you paid for plans',
        },
      })
      .output(transactionsOutput)
      .query(async ({ ctx }) => {
        const invoices = await transactions.page(ctx.user.uid, { limit: MAX_UNPAGED });
        const paid = invoices.filter(
          ({ status, subscriptionId }) => status === 'paid' && subscriptionId !== undefined,
        );
        return { transactions: paid.map(presentTransaction) };
      }),

    downloadTransactions: ownProcedure
      .meta({
        cost: 'file',
        rest: {
          method: 'GET',
          path: TRANSACTIONS_CSV_PATH,
          summary: 'Your transactions as a CSV file',
          file: 'text/csv',
        },
      })
      .input(transactionYearFilter)
      .query(({ ctx, input }) => transactionsAsCsv(transactions, ctx.user.uid, input.year)),
  };
}
