import type { PlanId } from '#shared/plans.ts';

/**
 * What can be asked of a credit stream. `key` makes a command repeatable: the same key and content is the same
 * event, the same key with other content is refused (design §3). Amounts are integer credits.
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

/** Reserves credits for `calls` calls of a campaign, priced here and never again. Key: `hold:<campaign>:<run>:<step>`. */
export interface HoldCommand {
  type: 'hold';
  key: string;
  campaignId: string;
  calls: number;
}

/**
 * Occupies a hold's key with a zero release, so that a slow creator's later hold is refused. Where the hold
 * already exists the answer is that hold (`event.type === 'hold'`), and the caller rolls forward (design §4).
 */
export interface VoidHoldCommand {
  type: 'void-hold';
  key: string;
  campaignId: string;
}

/** Gives back what `calls` calls held (`'rest'`: all that is left). Key: `release:<campaign>:<run>:<why>`. */
export interface ReleaseCommand {
  type: 'release';
  key: string;
  campaignId: string;
  calls: number | 'rest';
  reason: string;
}

/** Takes what `calls` delivered calls held, allowance prices first. Key: `deduct:<campaign>:<settlement>`. */
export interface DeductCommand {
  type: 'deduct';
  key: string;
  campaignId: string;
  calls: number;
}

/** A correction by support, signed; refused where it would take more than is available. Key: `adjust:<id>`. */
export interface AdjustCommand {
  type: 'adjust';
  key: string;
  amount: number;
  reason: string;
}

/**
 * Credits that follow the money of an invoice back to its payer, signed: below 0 a refund or dispute takes them, above 0
 * one that failed or was won returns them. What is not available becomes debt. Key: `refund:<invoice>:<n>`.
 */
export interface RefundCommand {
  type: 'refund';
  key: string;
  amount: number;
  source: { kind: 'refund' | 'dispute'; id: string };
  reason: string;
}
