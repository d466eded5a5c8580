import { z } from 'zod';
import {
  periodUsageOutput,
  ownChangeInput,
  subscriptionOutput,
  type SubscriptionView,
} from '#shared/schemas/billing/billing.ts';
import { billingProcedure, createOwnProcedure } from '../billing-procedure.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { setPlanCancelled } from '#server/features/billing/subscriptions/sync-subscription.ts';
import { isActive, presentSubscription } from '#server/features/billing/present-billing.ts';
import type { SubscriptionRecord } from '#server/features/billing/billing-records-model.ts';
import { grantKey } from '#server/features/billing/invoices/settle-invoice.ts';
import { presentUsage } from '#server/features/billing/subscriptions/present-usage.ts';

/** The stored subscription of the caller, and cancellation of the plan. */
export function recordProcedures(deps: BillingDeps) {
  const ownProcedure = createOwnProcedure(deps);
  const current = async (uid: string) =>
    presentSubscription(await deps.records.currentSubscription(uid), deps.clock.now());

  return {
    subscription: ownProcedure
      .meta({
        rest: { method: 'GET', path: '/payments/customers/{id}/subscription', summary: 'Your subscription' },
      })
      .output(subscriptionOutput)
      .query(({ ctx }) => current(ctx.user.uid)),

    /** What the caller used of the running plan in this billing period. */
    usage: billingProcedure.output(periodUsageOutput).query(async ({ ctx: { user } }) => {
      const subscription = await deps.records.currentSubscription(user.uid);
      if (subscription === undefined || !isRunning(subscription, deps.clock.now())) return { usage: null };
      const usage = await deps.usage.ofPeriod(user.streamId, grantKey);
      return { usage: usage === undefined ? null : presentUsage(usage, subscription, deps.clock.now()) };
    }),

    /** Cancels the plan at the end of its period. */
    cancelPlan: ownProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/{id}/cancel-subscription',
          summary: 'Cancel your plan at the end of its period',
          errors: ['CONFLICT'],
          ...PLAN_CHANGE,
        },
      })
      .input(ownChangeInput)
      .output(subscriptionOutput)
      .mutation(async ({ ctx }) => {
        await setPlanCancelled(deps, { uid: ctx.user.uid, client: ctx.client }, true);
        return current(ctx.user.uid);
      }),

    /** Undoes `cancelPlan` until the period ends. */
    keepPlan: ownProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/{id}/resume-subscription',
          summary: 'Undo the cancellation of your plan',
          errors: ['CONFLICT'],
          ...PLAN_CHANGE,
        },
      })
      .input(ownChangeInput)
      .output(subscriptionOutput)
      .mutation(async ({ ctx }) => {
        await setPlanCancelled(deps, { uid: ctx.user.uid, client: ctx.client }, false);
        return current(ctx.user.uid);
      }),
  };
}

/** Whether a plan runs: its period goes on even while a renewal is unpaid. */
function isRunning(subscription: SubscriptionRecord, now: Date): boolean {
  return subscription.status === 'past_due' || isActive(subscription, now);
}

/** The response body of the paths that change a plan. */
const PLAN_CHANGE = {
  toBody: (subscription: SubscriptionView) => ({ success: true, ...subscription }),
  bodySchema: subscriptionOutput.extend({ success: z.literal(true) }),
};
