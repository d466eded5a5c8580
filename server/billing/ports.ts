import type { PlanId } from '#shared/plans.ts';

/** Grants a plan's monthly credits for one paid invoice. */
export interface InvoiceGrant {
  type: 'grant';
  /** `grant:invoice:<id>`: the same invoice is granted once. */
  key: string;
  plan: PlanId;
  source: { kind: 'invoice'; id: string };
  period: { id: string; start: Date };
}

/** The credits ledger, as far as billing needs it. */
export interface CreditGrants {
  execute(
    streamId: string,
    command: InvoiceGrant,
  ): Promise<{ ok: true; repeated: boolean } | { ok: false; refusal: { type: string } }>;
  balance(streamId: string): Promise<{ available: number }>;
}

/** The users behind the customers. */
export interface Payers {
  byUid(uid: string): Promise<{ email: string; displayName: string; streamId: string } | undefined>;
}

/** A grant that an invoice calls for, as the audit of credits asks for it (design §3). */
export interface ExpectedGrant {
  key: string;
  /** The record that calls for it, for a person. */
  cause: string;
  /** False while the invoice is being settled. */
  due: boolean;
  /** Credits. */
  amount: number;
}
