import { nextPaymentOutput } from '#shared/schemas/billing/billing.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { billingProcedure } from '#server/features/billing/billing-procedure.ts';

const CENTS = 100;

/** What the caller's plan charges next. */
export function nextPaymentProcedures(deps: BillingDeps) {
  return {
    nextPayment: billingProcedure.output(nextPaymentOutput).query(async ({ ctx }) => {
      const live = (await deps.accounts.byUid(ctx.user.uid))?.liveSubscriptionId;
      const next = live === undefined ? undefined : await deps.gateway.nextCharge(live);
      return { next: next === undefined ? null : { amount: next.due / CENTS, tax: next.tax / CENTS } };
    }),
  };
}
