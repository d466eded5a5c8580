import type { AutoPurchaseStop } from '#shared/schemas/billing/auto-purchase.ts';

/** The subject of a billing mail. Names, balances and links are read when the mail is written. */
export type BillingNotice =
  | { kind: 'plan_started' | 'plan_renewed' | 'payment_returned'; invoiceId: string }
  | { kind: 'credits_bought'; invoiceId: string }
  | { kind: 'payment_failed'; invoiceId: string; attempt: number; nextAttemptAt: Date | null }
  | { kind: 'plan_cancelled' | 'plan_resumed'; subscriptionId: string; periodEnd: Date }
  | { kind: 'plan_ended'; subscriptionId: string }
  | { kind: 'refund'; stepId: string }
  | { kind: 'card_expiring'; subscriptionId: string; cardId: string }
  | { kind: 'auto_purchase_stopped'; reason: AutoPurchaseStop }
  | { kind: 'credits_low'; available: number; threshold: number };
