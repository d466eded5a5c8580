import { findPlan, type PlanId } from '#shared/plans.ts';
import { customerRef, payerInput } from '#shared/schemas/billing/billing.ts';
import { AppError, invalidParameter } from '#server/platform/lib/errors.ts';
import { ProviderUnavailable } from '#server/providers/errors.ts';
import { protectedProcedure, recentSession } from '#server/platform/trpc/trpc.ts';
import type { BillingDeps } from './billing-deps.ts';
import { assertOwnBody, assertOwnPath } from './customers.ts';

/**
 * Base procedure for signed-in users. Throws `AppError` PROVIDER_UNAVAILABLE (502) if the payment provider is
 * unavailable.
 */
export const billingProcedure = protectedProcedure
  .meta({ errors: ['PROVIDER_UNAVAILABLE'] })
  .use(async ({ next }) => {
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

/**
 * Base procedure of card changes: a session must have authenticated within the last ten minutes. API keys, which have
 * nobody to ask, may change cards on the documented paths.
 */
export const cardChangeProcedure = billingProcedure
  .meta({ errors: ['PROVIDER_UNAVAILABLE', 'REAUTHENTICATION_REQUIRED'] })
  .use(recentSession);

/**
 * Procedure whose input may name a customer. Throws FORBIDDEN for any but the caller, before other input is
 * validated.
 */
export function createPayerProcedure(deps: BillingDeps) {
  return billingProcedure.input(payerInput).use(async ({ ctx, input, next }) => {
    await assertOwnBody(deps, ctx.user.uid, input.customerId);
    return next();
  });
}

/** Procedure of a path that names the customer. Throws NOT_FOUND for any but the caller, before other input is validated. */
export function createOwnProcedure(deps: BillingDeps, base = billingProcedure) {
  return base.input(customerRef).use(async ({ ctx, input, next }) => {
    await assertOwnPath(deps, ctx.user.uid, input.id);
    return next();
  });
}

/** Returns the plan of a plan id or product id. Throws `AppError` INVALID_INPUT naming `field` if there is none. */
export function planFrom(reference: string, field: string): PlanId {
  const plan = findPlan(reference);
  if (plan === undefined) throw invalidParameter(field, 'There is no such plan');
  return plan.id;
}
