import { findPlan, type PlanId } from '#shared/plans.ts';
import { payerInput } from '#shared/schemas/billing.ts';
import { AppError } from '#server/lib/errors.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { protectedProcedure } from '#server/trpc/trpc.ts';
import type { BillingDeps } from './billing-deps.ts';
import { assertOwnBody } from './customers.ts';

/** For signed-in users. A payment provider that does not answer is a 502 that says so. */
export const billingProcedure = protectedProcedure.use(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof ProviderUnavailable) {
    throw new AppError(
      'PROVIDER_UNAVAILABLE',
      'The payment provider cannot be reached. Please try again.',
      {},
      { cause: result.error.cause },
    );
  }
  return result;
});

/** For bodies that name who pays: the caller, or a 403 before anything else of the input is looked at. */
export function createPayerProcedure(deps: BillingDeps) {
  return billingProcedure.input(payerInput).use(async ({ ctx, input, next }) => {
    await assertOwnBody(deps, ctx.user.uid, input.customerId);
    return next();
  });
}

/** The plan of an id or product id. Throws INVALID_INPUT with the field named. */
export function planFrom(reference: string, field: string): PlanId {
  const plan = findPlan(reference);
  if (plan === undefined)
    throw new AppError('INVALID_INPUT', `${field}: There is no such plan`, {
      fields: { [field]: 'There is no such plan' },
    });
  return plan.id;
}
