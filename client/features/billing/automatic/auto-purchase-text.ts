import { creditsPrice } from '#shared/billing/credit-packs.ts';
import { formatCount, formatMoney, formatNumber } from '#shared/formats.ts';
import type { AutoPurchaseInput, AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';

/** Says what an automatic purchase with these settings does. */
export function willBuyText({
  threshold,
  credits,
  max_per_month,
}: Omit<AutoPurchaseInput, 'paymentMethodId'>): string {
  const price = formatMoney(creditsPrice(credits) / 100);
  return `When fewer than ${formatCount(threshold, 'credit')} are available, Hark buys ${formatNumber(credits)} credits for ${price}, at most ${timesText(max_per_month)} a month.`;
}

/** Returns a number of times: `once`, `3 times`. */
export function timesText(times: number): string {
  return times === 1 ? 'once' : `${String(times)} times`;
}

/** Why an automatic purchase was turned off, and what mends it. */
export const STOPPED_TEXT: Readonly<Record<AutoPurchaseStop, string>> = {
  declined: 'Your card was declined. Choose another card, or ask your bank and turn it on again.',
  authentication:
    'Your bank asked to confirm the payment. Choose another card, or buy credits yourself and turn it on again.',
  card_removed: 'Its card is no longer saved. Choose another card.',
  plan_ends: 'Your plan was cancelled. Keep your plan to turn it on again.',
  disputed: 'One of your payments is disputed. You can still buy credits yourself.',
  refunded: 'One of your payments was refunded. Turn it on again if you still want it.',
  pack_ended: 'The pack that you chose is no longer sold. Choose another one.',
  restored: 'Hark was restored from a backup. Check its settings and turn it on again.',
  failed: 'The last purchase could not be completed. Buy credits yourself, then turn it on again.',
};
