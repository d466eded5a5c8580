import { PLAN_LIST } from '#shared/plans.ts';
import {
  productsOutput,
  tokenOutput,
  confirmPaymentInput,
  confirmPaymentOutput,
  finishPaymentInput,
  paymentIntentInput,
  paymentIntentOutput,
  subscribedOutput,
} from '#shared/schemas/billing/billing.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import {
  billingProcedure,
  createPayerProcedure,
  planFrom,
} from '#server/features/billing/billing-procedure.ts';
import {
  finishWork,
  openCheckoutOnce,
  savedCardWork,
  subscribeWork,
} from '#server/features/billing/checkout/idempotent-payments.ts';
import { runIdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';

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

/** Checkout and payment. Prices and amounts come from the catalogue, never from the caller. */
export function paymentProcedures(deps: BillingDeps) {
  const payerProcedure = createPayerProcedure(deps);
  return {
    createPaymentIntent: payerProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/create-payment-intent',
          summary: 'Open the payment of a plan',
          idempotent: true,
        },
      })
      .input(paymentIntentInput)
      .output(paymentIntentOutput)
      .mutation(({ ctx, input }) => openCheckoutOnce(deps, ctx, planFrom(input.productId, 'productId'))),

    confirmPayment: billingProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/confirm-payment',
          summary: 'Pay an open payment with a saved card',
          errors: ['NOT_FOUND', 'PAYMENT_REQUIRED'],
          idempotent: true,
        },
      })
      .input(confirmPaymentInput)
      .output(confirmPaymentOutput)
      .mutation(({ ctx, input }) => runIdempotentCall(deps, ctx, savedCardWork(deps, ctx.user.uid, input))),

    createSubscriptionAfterPayment: payerProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/create-subscription-after-payment',
          summary: 'Turn a payment that succeeded into a running plan',
          errors: ['PAYMENT_REQUIRED'],
          idempotent: true,
        },
      })
      .input(finishPaymentInput)
      .output(subscribedOutput)
      .mutation(async ({ ctx, input }) => {
        if (input.planId !== undefined) planFrom(input.planId, 'planId');
        const work = finishWork(deps, ctx.user.uid, input.paymentIntentId);
        return { success: true as const, ...(await runIdempotentCall(deps, ctx, work)) };
      }),

    createSubscription: payerProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/create-subscription',
          summary: 'Subscribe with the default card',
          errors: ['PAYMENT_REQUIRED'],
          idempotent: true,
        },
      })
      .input(paymentIntentInput)
      .output(subscribedOutput)
      .mutation(async ({ ctx, input }) => {
        const plan = planFrom(input.productId, 'productId');
        const work = await subscribeWork(deps, ctx.user.uid, plan);
        return { success: true as const, ...(await runIdempotentCall(deps, ctx, work)) };
      }),
  };
}
