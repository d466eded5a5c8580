import { z } from 'zod';
import {
  buyCreditsInput,
  buyCreditsOutput,
  finishPurchaseInput,
  finishPurchaseOutput,
} from '#shared/schemas/billing/purchases.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { createOwnProcedure } from '#server/features/billing/billing-procedure.ts';
import { runIdempotentCharge, presentAttempt } from '#server/features/billing/invoices/idempotent-charge.ts';
import { presentCard } from '#server/features/billing/present-billing.ts';
import { buyCredits, finishPurchase, type Purchase } from '#server/features/billing/purchases/buy-credits.ts';

const PURCHASES = '/payments/billing/{id}/credit-purchases';

/** Purchases of credits beside a plan. */
export function purchaseProcedures(deps: BillingDeps) {
  return {
    buyCredits: createOwnProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: PURCHASES,
          summary: 'Buy credits beside the plan, with a saved card',
          errors: ['PAYMENT_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE'],
          idempotent: true,
        },
      })
      .input(buyCreditsInput)
      .output(buyCreditsOutput)
      .mutation(async ({ ctx, input: { credits, paymentMethodId: cardId } }) => {
        const paid = await runIdempotentCharge(deps, ctx, storedSchema, async (attempt, isRepeated) => {
          const order = { credits, cardId, key: `credits:${attempt}`, isRepeated };
          return present(await buyCredits(deps, ctx.user.uid, order));
        });
        return { ...paid, balance: await balanceOf(deps, ctx.user) };
      }),

    finishPurchase: createOwnProcedure(deps)
      .meta({
        rest: {
          method: 'POST',
          path: `${PURCHASES}/finish`,
          summary: 'Add the credits of a purchase after its payment was authenticated',
          errors: ['PAYMENT_REQUIRED'],
        },
      })
      .input(finishPurchaseInput)
      .output(finishPurchaseOutput)
      .mutation(async ({ ctx, input }) => {
        await finishPurchase(deps, ctx.user.uid, input.paymentIntentId);
        return { success: true as const, balance: await balanceOf(deps, ctx.user) };
      }),
  };
}

async function balanceOf({ ledger }: BillingDeps, { streamId }: { streamId: string }): Promise<number> {
  return (await ledger.balance(streamId)).available;
}

/** The response without the secret with which anybody can pay; `intentId` is the payment that it belongs to. */
const storedSchema = buyCreditsOutput
  .omit({ clientSecret: true, balance: true })
  .extend({ intentId: z.string().nullable() });

function present({ payment, card, intentId }: Purchase): z.output<typeof storedSchema> {
  return {
    ...presentAttempt(payment),
    success: payment.kind === 'paid' || payment.kind === 'processing',
    payment_method: presentCard(card),
    paymentIntentId: intentId ?? null,
    intentId: intentId ?? null,
  };
}
