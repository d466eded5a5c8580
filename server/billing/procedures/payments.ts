import {
  confirmPaymentInput,
  confirmPaymentOutput,
  finishPaymentInput,
  paymentIntentInput,
  paymentIntentOutput,
  subscribedOutput,
} from '#shared/schemas/billing.ts';
import { billingProcedure, createPayerProcedure, planFrom } from '../billing-procedure.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { openCheckout } from '../checkout/open-checkout.ts';
import { finishPaymentIdempotently, subscribeIdempotently } from '../checkout/idempotent-payments.ts';
import { payWithSavedCard } from '../checkout/pay-with-saved-card.ts';

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
        },
      })
      .input(paymentIntentInput)
      .output(paymentIntentOutput)
      .mutation(async ({ ctx, input }) => {
        const plan = planFrom(input.productId, 'productId');
        const { clientSecret, intentId, customerId, subscriptionId } = await openCheckout(
          deps,
          ctx.user.uid,
          plan,
        );
        return { clientSecret, paymentIntentId: intentId, customerId, subscriptionId };
      }),

    confirmPayment: billingProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/confirm-payment',
          summary: 'Pay an open payment with a saved card',
        },
      })
      .input(confirmPaymentInput)
      .output(confirmPaymentOutput)
      .mutation(async ({ ctx, input: { paymentIntentId, paymentMethodId } }) => {
        const attempt = await payWithSavedCard(deps, ctx.user.uid, paymentIntentId, paymentMethodId);
        return {
          success: attempt.kind === 'paid' || attempt.kind === 'processing',
          requiresAction: attempt.kind === 'requires_action',
          error: attempt.kind === 'declined' ? attempt.message : null,
          paymentIntent: { id: paymentIntentId },
        };
      }),

    createSubscriptionAfterPayment: payerProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/create-subscription-after-payment',
          summary: 'Turn a payment that succeeded into a running plan',
          idempotent: true,
        },
      })
      .input(finishPaymentInput)
      .output(subscribedOutput)
      .mutation(async ({ ctx, input }) => {
        if (input.planId !== undefined) planFrom(input.planId, 'planId');
        const payment = { uid: ctx.user.uid, key: ctx.idempotencyKey };
        return {
          success: true as const,
          ...(await finishPaymentIdempotently(deps, payment, input.paymentIntentId)),
        };
      }),

    createSubscription: payerProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/create-subscription',
          summary: 'Subscribe with the default card',
          idempotent: true,
        },
      })
      .input(paymentIntentInput)
      .output(subscribedOutput)
      .mutation(async ({ ctx, input }) => {
        const plan = planFrom(input.productId, 'productId');
        const payment = { uid: ctx.user.uid, key: ctx.idempotencyKey };
        return { success: true as const, ...(await subscribeIdempotently(deps, payment, plan)) };
      }),
  };
}
