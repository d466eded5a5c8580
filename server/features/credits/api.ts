import type { PriceLot, Quote, PlanId } from '#shared/plans.ts';
import type { CreditEventType, UsageEntry } from '#shared/schemas/billing/credits.ts';
import type { CreditCommand } from './commands.ts';
import type { HeldLot } from './held-lot.ts';

export type { AuditSource, ExpectedEvent } from './audit/audit-source.ts';
export type { CreditCommand } from './commands.ts';

/** Why a command was refused. Nothing was written. */
export type Refusal =
  | { type: 'InsufficientCredits'; needed: number; available: number }
  | { type: 'NoActivePlan' }
  | { type: 'InDebt'; debt: number }
  | { type: 'CostChanged'; cost: number }
  | { type: 'ExceedsHold'; requested: number; held: number }
  | { type: 'KeyConflict'; key: string };

/** The result of a command. `repeated` is true if its event existed before. */
export type CommandResult =
  { ok: true; event: RecordedEvent; repeated: boolean } | { ok: false; refusal: Refusal };

/** The public part of a stored event. `amount` is negative only for `adjust` and `refund`. */
export interface RecordedEvent {
  version: number;
  type: CreditEventType;
  key: string;
  amount: number;
  campaignId?: string | undefined;
  lots?: HeldLot[] | undefined;
  at: Date;
  balance: { available: number; held: number; debt: number };
}

/**
 * A stream's current balance. With a `debt` nothing is available: incoming credits pay it first. `period` is absent before
 * the first grant; it counts the allowance calls reserved by holds and used by delivered calls.
 */
export interface CreditBalance {
  available: number;
  held: number;
  debt: number;
  version: number;
  period?: { id: string; start: Date; plan: PlanId; reserved: number; used: number } | undefined;
}

/** The ledger's interface for other features. `streamId` is the user's random credit stream id. */
export interface CreditLedger {
  /**
   * Executes a command, once per key. Throws `AppError` INVALID_INPUT for an invalid command, and UNAVAILABLE if the outcome
   * is unknown: a retry with the same key is always safe.
   */
  execute(streamId: string, command: CreditCommand): Promise<CommandResult>;
  balance(streamId: string): Promise<CreditBalance>;
  /** Prices `calls` more calls as a hold would now; undefined before the first grant. */
  quote(
    streamId: string,
    calls: number,
  ): Promise<(Quote & { available: number; periodStart: Date }) | undefined>;
  /** Returns a campaign's current hold, in credits and lots. */
  campaignHold(streamId: string, campaignId: string): Promise<{ held: number; lots: PriceLot[] }>;
  /** Returns the event with this key, if any. */
  find(streamId: string, key: string): Promise<RecordedEvent | undefined>;
}

/** Reads the versions of credit streams, to detect changes of many at once. */
export interface CreditVersions {
  /** Returns the version of each stream in one query; streams without an event are left out. */
  versionsOf(streamIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** Reads the events of a stream in order. */
export interface CreditEventsSince {
  /** Returns the events after a version, oldest first. */
  after(
    streamId: string,
    version: number,
    limit: number,
  ): Promise<readonly Pick<RecordedEvent, 'version' | 'balance' | 'at'>[]>;
}

/** Calls priced in a billing period: those delivered, and those on hold. */
export interface PeriodCalls {
  delivered: number;
  held: number;
}

/** The calls priced in the current billing period, within and beyond its allowance. */
export interface PeriodUsage {
  id: string;
  start: Date;
  plan: PlanId;
  allowance: PeriodCalls;
  extra: PeriodCalls;
  /** Credits deducted for the delivered calls. */
  credits: number;
}

/** Reads the credits that users spent. */
export interface CreditUsage {
  /**
   * Returns the usage of the current period, `undefined` before the first grant; `grantKey` is the key of the grant that
   * opened a period.
   */
  ofPeriod(streamId: string, grantKey: (period: string) => string): Promise<PeriodUsage | undefined>;
  /** Returns the latest deductions of a user, newest first. */
  latest(user: { uid: string; streamId: string }): Promise<UsageEntry[]>;
}
