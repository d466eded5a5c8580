import {
  cardSetupOutput,
  defaultPaymentMethodOutput,
  paymentMethodsOutput,
  updatePaymentMethodInput,
  updatePaymentMethodOutput,
  customerRef,
  userRef,
} from '#shared/schemas/billing.ts';
import { billingProcedure } from '../billing-procedure.ts';
import type { BillingDeps } from '../billing-deps.ts';
import { changeCard } from '../change-card.ts';
import { assertOwnPath, customerOf } from '../customers.ts';
import { presentCard } from '../present-billing.ts';

/** Saved cards. */
export function cardProcedures(deps: BillingDeps) {
  return {
    paymentMethods: billingProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{userId}/payment-methods',
          summary: 'Your saved cards',
        },
      })
      .input(userRef)
      .output(paymentMethodsOutput)
      .query(async ({ ctx, input }) => {
        await assertOwnPath(deps, ctx.user.uid, input.userId);
        const customerId = (await deps.accounts.byUid(ctx.user.uid))?.customerId;
        const cards = customerId === undefined ? [] : await deps.gateway.cards(customerId);
        return { payment_methods: cards.map(presentCard) };
      }),

    defaultPaymentMethod: billingProcedure
      .meta({
        rest: {
          method: 'GET',
          path: '/payments/billing/{id}/default-payment-method',
          summary: 'The card that pays next',
        },
      })
      .input(customerRef)
      .output(defaultPaymentMethodOutput)
      .query(async ({ ctx, input }) => {
        await assertOwnPath(deps, ctx.user.uid, input.id);
        const account = await deps.accounts.byUid(ctx.user.uid);
        if (account?.customerId === undefined) return { payment_method: null };
        const card = await deps.gateway.defaultCard(account.customerId, account.liveSubscriptionId);
        return { payment_method: card === undefined ? null : presentCard(card) };
      }),

    updatePaymentMethod: billingProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/update-payment-method',
          summary: 'Make a saved card the one that pays',
        },
      })
      .input(updatePaymentMethodInput)
      .output(updatePaymentMethodOutput)
      .mutation(async ({ ctx, input }) => {
        const { card, payment, clientSecret } = await changeCard(deps, ctx.user.uid, input.paymentMethodId);
        return {
          success: true as const,
          payment_method: presentCard(card),
          payment:
            payment === undefined
              ? ('none' as const)
              : payment.kind === 'processing'
                ? ('paid' as const)
                : payment.kind,
          error: payment?.kind === 'declined' ? payment.message : null,
          clientSecret: clientSecret ?? null,
        };
      }),

    /** Starts saving a card: the browser confirms with the secret, then calls `updatePaymentMethod`. */
    beginCardSetup: billingProcedure.output(cardSetupOutput).mutation(async ({ ctx }) => ({
      clientSecret: await deps.gateway.startCardSetup(await customerOf(deps, ctx.user.uid)),
    })),
  };
}
