import { z } from 'zod';
import { CREDIT_PACKS } from '#shared/billing/credit-packs.ts';
import { creditThreshold } from './credit-alert.ts';
import { objectId } from './billing.ts';

/** The most packs that are bought by themselves in a calendar month (UTC). */
export const MAX_AUTO_PACKS = 10;

/** Why the automatic purchase was turned off by itself. */
export const AUTO_PURCHASE_STOPS = [
  'declined',
  'authentication',
  'card_removed',
  'plan_ends',
  'disputed',
  'refunded',
  'pack_ended',
  'restored',
  'failed',
] as const;
export type AutoPurchaseStop = (typeof AUTO_PURCHASE_STOPS)[number];

/** When credits are bought by themselves, how many, how often at most and with which saved card. */
export const autoPurchaseInput = z.strictObject({
  threshold: creditThreshold,
  credits: z.literal(CREDIT_PACKS, { error: 'Choose one of the packs' }),
  max_per_month: z
    .int('Choose how often')
    .min(1, 'Choose how often')
    .max(MAX_AUTO_PACKS, `Choose at most ${String(MAX_AUTO_PACKS)}`),
  paymentMethodId: objectId,
});
export type AutoPurchaseInput = z.output<typeof autoPurchaseInput>;

export const autoPurchaseOutput = z.object({
  on: z.boolean(),
  settings: autoPurchaseInput.nullable().describe('The latest ones, also while it is off'),
  bought: z.int().describe('Packs that were bought in this calendar month (UTC)'),
  stopped: z.enum(AUTO_PURCHASE_STOPS).nullable().describe('Why it was turned off, unless a person did'),
});
export type AutoPurchaseView = z.output<typeof autoPurchaseOutput>;
