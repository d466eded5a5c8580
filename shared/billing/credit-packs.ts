/** US cents that a credit costs, in a plan and beside it. */
const CENTS_PER_CREDIT = 1;

/** The numbers of credits that are sold beside a plan. */
export const CREDIT_PACKS = [5_000, 10_000, 25_000, 50_000] as const;
export type CreditPack = (typeof CREDIT_PACKS)[number];

/** The size of the packs that integrators count, and how many one order may have. */
export const API_PACK_CREDITS = 10_000;
export const MAX_API_PACKS = 5;

/** Returns the price of credits in US cents. */
export function creditsPrice(credits: number): number {
  return credits * CENTS_PER_CREDIT;
}

/** Returns the smallest pack with at least so many credits; the largest if none has. */
export function packFor(credits: number): CreditPack {
  return CREDIT_PACKS.find((pack) => pack >= credits) ?? CREDIT_PACKS[CREDIT_PACKS.length - 1] ?? 5_000;
}
