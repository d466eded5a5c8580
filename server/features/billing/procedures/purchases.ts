import { z } from 'zod';
import {
  buyCreditsInput,
  buyCreditsOutput,
  buyPacksInput,
  buyPacksOutput,
  finishPurchaseInput,
  finishPurchaseOutput,
} from '#shared/schemas/billing/purchases.ts';
import { API_PACK_CREDITS } from '#shared/billing/credit-packs.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { payInvoiceOutput } from '#shared/schemas/billing/billing.ts';
import type { BillingDeps } from '#server/features/billing/billing-deps.ts';
import { billingProcedure, createOwnProcedure } from '#server/features/billing/billing-procedure.ts';
import { runIdempotentCharge, presentAttempt } from '#server/features/billing/invoices/idempotent-charge.ts';
import { presentCard } from '#server/features/billing/present-billing.ts';
import {
  buyCredits,
  finishPurchase,
  voidPurchase,
  type Purchase,
} from '#server/features/billing/purchases/buy-credits.ts';

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

    buyPacks: billingProcedure
      .meta({
        rest: {
          method: 'POST',
          path: '/payments/customers/buy-credits',
          summary: 'Buy packs of credits beside the plan, with a saved card that asks no question',
          errors: ['NOT_FOUND', 'PAYMENT_REQUIRED', 'SUBSCRIPTION_REQUIRED', 'PAYMENT_OVERDUE'],
          idempotent: true,
        },
      })
      .input(buyPacksInput)
      .output(buyPacksOutput)
      .mutation(async ({ ctx, input: { packs, paymentMethodId: cardId } }) => {
        const credits = packs * API_PACK_CREDITS;
        const bought = await runIdempotentCharge(deps, ctx, storedPacks, async (attempt, isRepeated) => {
          const order = { credits, cardId, key: `credits:${attempt}`, isRepeated };
          const { payment, invoiceId } = await buyCredits(deps, ctx.user.uid, order);
          // Nobody answers the question of the bank here.
          if (payment.kind === 'requires_action') await voidPurchase(deps, invoiceId);
          return { ...presentAttempt(payment), invoiceId, intentId: null };
        });
        assertPaid(bought);
        const balance = await balanceOf(deps, ctx.user);
        return { success: true as const, credits, balance, invoice_id: bought.invoiceId };
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

/** The end of an order of packs, which is not a purchase that a browser finishes. */
const storedPacks = payInvoiceOutput
  .pick({ payment: true, error: true })
  .extend({ invoiceId: z.string(), intentId: z.null() });

/** Throws PAYMENT_REQUIRED for an order that was not paid; a repeated one is refused again. */
function assertPaid({ payment, error }: Omit<z.output<typeof storedPacks>, 'intentId'>): void {
  if (payment === 'requires_action') throw new AppError('PAYMENT_REQUIRED', QUESTION);
  if (payment === 'declined') throw new AppError('PAYMENT_REQUIRED', error ?? 'Your card was declined.');
}

const QUESTION =
  'The bank asks the holder of this card to confirm. Buy these credits in Hark, or use another card.';

function present({ payment, card, intentId }: Purchase): z.output<typeof storedSchema> {
  return {
    ...presentAttempt(payment),
    success: payment.kind === 'paid' || payment.kind === 'processing',
    payment_method: presentCard(card),
    paymentIntentId: intentId ?? null,
    intentId: intentId ?? null,
  };
}
