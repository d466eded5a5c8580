import type { PlanId } from '#shared/plans.ts';

/**
 * The commands on a credit stream. `key` makes them idempotent: the same key and content is the same event, the same key
 * with other content is refused. Amounts are integer credits.
 */
export type CreditCommand =
  | GrantCommand
  | HoldCommand
  | VoidHoldCommand
  | ReleaseCommand
  | DeductCommand
  | AdjustCommand
  | RefundCommand;

/** Grants a plan's monthly credits for one paid invoice and opens its billing period. Key: `grant:invoice:<id>`. */
export interface GrantCommand {
  type: 'grant';
  key: string;
  plan: PlanId;
  source: { kind: 'invoice'; id: string };
  period: { id: string; start: Date };
}

/** Reserves credits for `calls` calls of a campaign and fixes their prices. Key: `hold:<campaign>:<run>:<preparation>`. */
export interface HoldCommand {
  type: 'hold';
  key: string;
  campaignId: string;
  calls: number;
}

/**
 * Occupies a hold's key with a release of zero, so that a later hold by a stale worker is refused. If the hold exists, it is
 * returned (`event.type === 'hold'`), and the caller completes the preparation.
 */
export interface VoidHoldCommand {
  type: 'void-hold';
  key: string;
  campaignId: string;
}

/** Releases the credits held for `calls` calls (`'rest'`: all). Key: `release:<campaign>:<run>:<reason>`. */
export interface ReleaseCommand {
  type: 'release';
  key: string;
  campaignId: string;
  calls: number | 'rest';
  reason: string;
}

/** Charges the credits held for `calls` delivered calls, allowance first. Key: `deduct:<campaign>:<settlement>`. */
export interface DeductCommand {
  type: 'deduct';
  key: string;
  campaignId: string;
  calls: number;
}

/** A signed correction by support; refused if it would take more than is available. Key: `adjust:<id>`. */
export interface AdjustCommand {
  type: 'adjust';
  key: string;
  amount: number;
  reason: string;
}

/**
 * Signed credits for money returned to the payer of an invoice: negative for a refund or dispute, positive if one failed or
 * was won. A shortfall becomes debt. Key: `refund:<invoice>:<n>`.
 */
export interface RefundCommand {
  type: 'refund';
  key: string;
  amount: number;
  source: { kind: 'refund' | 'dispute'; id: string };
  reason: string;
}
