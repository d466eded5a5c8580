import type { AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';

/** What decides whether credits are bought by themselves. */
export interface AutoPurchaseFacts {
  /** Credits that can be spent now. */
  available: number;
  threshold: number;
  /** Packs that were bought in this month, and the most that may be. */
  bought: number;
  maxPerMonth: number;
  /** Whether the plan goes on, waits for its payment, or has ended or will end. */
  plan: 'renews' | 'past_due' | 'ends';
  /** Whether the account is being closed. */
  closing: boolean;
  /** Whether support has suspended the account, which may end. */
  suspended: boolean;
  /** Whether a payment of the user is disputed. */
  disputed: boolean;
  /** Whether a payment was refunded since it was turned on, or credits are owed after a refund. */
  refunded: boolean;
  /** Whether the pack is sold. */
  sold: boolean;
}

export type AutoPurchaseDecision =
  { kind: 'nothing' } | { kind: 'order' } | { kind: 'stop'; reason: AutoPurchaseStop };

/** Decides what an automatic purchase that is on does now. */
export function decideAutoPurchase(facts: AutoPurchaseFacts): AutoPurchaseDecision {
  const { available, threshold, bought, maxPerMonth, plan, closing, suspended, disputed, refunded, sold } =
    facts;
  if (closing || suspended) return { kind: 'nothing' };
  if (plan === 'ends') return { kind: 'stop', reason: 'plan_ends' };
  if (disputed) return { kind: 'stop', reason: 'disputed' };
  if (refunded) return { kind: 'stop', reason: 'refunded' };
  if (!sold) return { kind: 'stop', reason: 'pack_ended' };
  const waits = plan === 'past_due' || bought >= maxPerMonth;
  return waits || available >= threshold ? { kind: 'nothing' } : { kind: 'order' };
}

/** Returns the calendar month (UTC) in which a purchase counts: `2026-11`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm'.length);
}
