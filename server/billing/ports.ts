import type { PlanId } from '#shared/plans.ts';
import type { Recipient } from '#server/providers/mail/email-template.ts';

/** Grants a plan's monthly credits for one paid invoice. */
export interface InvoiceGrant {
  type: 'grant';
  /** `grant:invoice:<id>`: the same invoice is granted once. */
  key: string;
  plan: PlanId;
  source: { kind: 'invoice'; id: string };
  period: { id: string; start: Date };
}

/** Takes the credits of an invoice whose money went back, or returns them. */
export interface InvoiceRefund {
  type: 'refund';
  /** `refund:<invoice>:<n>`: each step of an invoice is one event. */
  key: string;
  /** Credits: below 0 taken, above 0 returned. */
  amount: number;
  source: { kind: 'refund' | 'dispute'; id: string };
  reason: string;
}

/** The credits ledger, as far as billing needs it. */
export interface BillingLedger {
  execute(
    streamId: string,
    command: InvoiceGrant | InvoiceRefund,
  ): Promise<{ ok: true; repeated: boolean } | { ok: false; refusal: { type: string } }>;
  balance(streamId: string): Promise<{ available: number; debt: number }>;
  /** The event under a key, if there is one. */
  find(streamId: string, key: string): Promise<{ amount: number } | undefined>;
}

/** The users behind the customers. */
export interface PayerDirectory {
  byUid(uid: string): Promise<(Recipient & { streamId: string }) | undefined>;
}

/** An event that a record of billing calls for, as the audit of credits asks for it. */
export interface ExpectedCredits {
  key: string;
  /** The record that calls for it, for a person. */
  cause: string;
  /** False while the record is being carried out. */
  due: boolean;
  /** When the record was made. */
  since?: Date;
  /** Credits, signed for a refund. */
  amount: number;
}
