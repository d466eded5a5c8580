import { PLAN_LIST } from '#shared/plans.ts';
import { productsOutput, tokenOutput } from '#shared/schemas/billing.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { billingProcedure } from '../billing-procedure.ts';

/** The plans, and the publishable key of the card payment client. */
export function catalogueProcedures(deps: BillingDeps) {
  return {
    products: billingProcedure
      .meta({ rest: { method: 'GET', path: '/payments/products/', summary: 'The plans' } })
      .output(productsOutput)
      .query(async () => {
        const prices = await deps.gateway.priceIds();
        return {
          products: PLAN_LIST.map(({ id, productId, title, amount, benefits }) => ({
            id: productId,
            active: true,
            name: title,
            plan_id: id,
            default_price: prices[id],
            amount,
            currency: 'usd' as const,
            interval: 'month' as const,
            benefits,
          })),
        };
      }),

    token: billingProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/token',
          summary: 'The public key of the card payment client',
        },
      })
      .output(tokenOutput)
      .query(() => ({ publishableKey: deps.publishableKey })),
  };
}
