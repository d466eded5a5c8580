import type { PlanId } from '#shared/plans.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';

/** Ledger command: grants the monthly credits of a plan for one paid invoice. */
export interface InvoiceGrant {
  type: 'grant';
  /** `grant:invoice:<id>`: an invoice is granted once. */
  key: string;
  plan: PlanId;
  source: { kind: 'invoice'; id: string };
  period: { id: string; start: Date };
}

/** Ledger command: removes credits of a refunded or disputed invoice, or returns them. */
export interface InvoiceRefund {
  type: 'refund';
  /** `refund:<invoice>:<n>`: one event per refund step. */
  key: string;
  /** Credits; negative: removed, positive: returned. */
  amount: number;
  source: { kind: 'refund' | 'dispute'; id: string };
  reason: string;
}

/** The part of the credits ledger that billing uses. */
export interface BillingLedger {
  execute(
    streamId: string,
    command: InvoiceGrant | InvoiceRefund,
  ): Promise<{ ok: true; repeated: boolean } | { ok: false; refusal: { type: string } }>;
  balance(streamId: string): Promise<{ available: number; debt: number }>;
  /** Returns the event of a key; `undefined` if there is none. */
  find(streamId: string, key: string): Promise<{ amount: number } | undefined>;
}

/** Looks up the users of customers. */
export interface PayerDirectory {
  byUid(uid: string): Promise<(Recipient & { streamId: string }) | undefined>;
}

/** A credit event that a billing record requires; checked by the credits audit. */
export interface ExpectedCredits {
  key: string;
  /** The record that requires it, as text. */
  cause: string;
  /** False while the record is still being processed. */
  due: boolean;
  /** When the record was created. */
  since?: Date;
  /** Credits; signed for a refund. */
  amount: number;
}
