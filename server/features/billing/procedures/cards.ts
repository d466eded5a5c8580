import { z } from 'zod';
import {
  cardSetupOutput,
  defaultPaymentMethodOutput,
  paymentMethodsOutput,
  removePaymentMethodInput,
  removePaymentMethodOutput,
  updatePaymentMethodInput,
  updatePaymentMethodOutput,
  customerRef,
  userRef,
} from '#shared/schemas/billing/billing.ts';
import { noFields } from '#shared/schemas/options.ts';
import {
  billingProcedure,
  cardChangeProcedure,
  createOwnProcedure,
} from '#server/features/billing/billing-procedure.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { changeCardOnce } from '#server/features/billing/cards/change-card.ts';
import { removeCard } from '#server/features/billing/cards/remove-card.ts';
import { defaultCardOf, savedCards } from '#server/features/billing/cards/saved-cards.ts';
import { assertOwnPath, withCustomer } from '#server/features/billing/customers.ts';
import { presentCard } from '#server/features/billing/present-billing.ts';
import { runIdempotentCall } from '#server/platform/idempotency/idempotent-call.ts';

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
        const { groups } = await savedCards(deps, ctx.user.uid);
        return { payment_methods: groups.map(({ card }) => presentCard(card)) };
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
        const card = await defaultCardOf(deps, ctx.user.uid, account?.liveSubscriptionId);
        return { payment_method: card === undefined ? null : presentCard(card) };
      }),

    updatePaymentMethod: cardChangeProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/billing/update-payment-method',
          summary: 'Make a saved card the one that pays',
          errors: ['NOT_FOUND'],
          idempotent: true,
        },
      })
      .input(updatePaymentMethodInput)
      .output(updatePaymentMethodOutput)
      .mutation(({ ctx, input }) => changeCardOnce(deps, ctx, input.paymentMethodId)),

    removePaymentMethod: createOwnProcedure(deps, cardChangeProcedure)
      .meta({
        rest: {
          method: 'DELETE',
          path: '/payments/billing/{id}/payment-methods/{paymentMethodId}',
          summary: 'Remove a saved card',
          idempotent: true,
        },
      })
      .input(removePaymentMethodInput)
      .output(removePaymentMethodOutput)
      .mutation(({ ctx, input: { paymentMethodId } }) =>
        runIdempotentCall(deps, ctx, {
          idsSchema: z.object({}),
          resultSchema: removePaymentMethodOutput,
          ids: {},
          perform: async () => {
            await removeCard(deps, ctx, paymentMethodId);
            return { success: true as const };
          },
          // A card is removed once, however often.
          lookup: () => Promise.resolve({ kind: 'none' }),
        }),
      ),

    /** Starts saving a card: the browser confirms with the secret, then calls `updatePaymentMethod`. */
    beginCardSetup: cardChangeProcedure
      .input(noFields)
      .output(cardSetupOutput)
      .mutation(async ({ ctx }) => ({
        clientSecret: await withCustomer(deps, ctx.user.uid, (id) => deps.gateway.startCardSetup(id)),
      })),
  };
}
