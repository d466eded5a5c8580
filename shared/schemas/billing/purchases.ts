import { z } from 'zod';
import { API_PACK_CREDITS, CREDIT_PACKS, MAX_API_PACKS } from '#shared/billing/credit-packs.ts';
import { optional } from '#shared/schemas/options.ts';
import { customerRef, objectId, payInvoiceOutput, paymentMethodSchema } from './billing.ts';

/** What is bought beside a plan. */
export const buyCreditsInput = customerRef
  .unwrap()
  .extend({
    credits: z
      .literal(CREDIT_PACKS, { error: 'Choose one of the packs' })
      .describe('How many; each costs 0.01 US dollars'),
    paymentMethodId: optional(objectId).describe(
      'One of the caller’s saved cards; the default one if omitted',
    ),
  })
  .strict();

/** The same as integrators order it: packs of one size. */
export const buyPacksInput = z.strictObject({
  packs: z
    .int()
    .min(1)
    .max(MAX_API_PACKS)
    .describe(`How many packs of ${String(API_PACK_CREDITS)} credits; each costs 100 US dollars`),
  paymentMethodId: optional(objectId).describe('One of the caller’s saved cards; the default one if omitted'),
});
export const buyPacksOutput = z.object({
  success: z.literal(true),
  credits: z.int().describe('Credits that were bought'),
  balance: z.int().describe('Credits that can be spent now'),
  invoice_id: z.string(),
});

export const buyCreditsOutput = payInvoiceOutput.extend({
  payment_method: paymentMethodSchema.describe('The card'),
  paymentIntentId: z.string().nullable().describe('With requires_action: the payment to be finished'),
  balance: z.int().describe('Credits that can be spent now'),
});
export type BoughtCredits = z.output<typeof buyCreditsOutput>;

export const finishPurchaseInput = customerRef
  .unwrap()
  .extend({ paymentIntentId: objectId.describe('The payment that was authenticated') })
  .strict();
export const finishPurchaseOutput = z.object({
  success: z.literal(true),
  balance: z.int().describe('Credits that can be spent now'),
});
