import { customerRef, subscriptionOutput, transactionsOutput } from '#shared/schemas/billing.ts';
import { billingProcedure } from '../billing-procedure.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { setPlanCancelled } from '#server/billing/subscriptions/sync-subscription.ts';
import { assertOwnPath } from '../customers.ts';
import { presentSubscription, transactionsOf } from '#server/billing/present-billing.ts';

/** The stored subscription and invoices of the caller, and cancellation of the plan. */
export function recordProcedures(deps: BillingDeps) {
  const ownProcedure = billingProcedure.input(customerRef).use(async ({ ctx, input, next }) => {
    await assertOwnPath(deps, ctx.user.uid, input.id);
    return next();
  });
  const current = async (uid: string) =>
    presentSubscription(await deps.records.currentSubscription(uid), deps.clock.now());

  return {
    subscription: ownProcedure
      .meta({
        rest: { method: 'GET', path: '/payments/customers/{id}/subscription', summary: 'Your subscription' },
      })
      .output(subscriptionOutput)
      .query(({ ctx }) => current(ctx.user.uid)),

    transactions: ownProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/transactions',
          summary: 'Every invoice of yours, paid or not',
        },
      })
      .output(transactionsOutput)
      .query(async ({ ctx }) => ({
        transactions: await transactionsOf(deps, ctx.user.uid),
      })),

    subscriptionTransactions: ownProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/subscription-transactions',
          summary: 'What you paid for plans',
        },
      })
      .output(transactionsOutput)
      .query(async ({ ctx }) => ({
        transactions: await transactionsOf(
          deps,
          ctx.user.uid,
          ({ status, subscriptionId }) => status === 'paid' && subscriptionId !== undefined,
        ),
      })),

    /** Cancels the plan at the end of its period. */
    cancelPlan: billingProcedure.output(subscriptionOutput).mutation(async ({ ctx }) => {
      await setPlanCancelled(deps, { uid: ctx.user.uid, client: ctx.client }, true);
      return current(ctx.user.uid);
    }),

    /** Undoes `cancelPlan` until the period ends. */
    keepPlan: billingProcedure.output(subscriptionOutput).mutation(async ({ ctx }) => {
      await setPlanCancelled(deps, { uid: ctx.user.uid, client: ctx.client }, false);
      return current(ctx.user.uid);
    }),
  };
}
