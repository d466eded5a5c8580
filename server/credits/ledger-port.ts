import type { PriceLot, Quote } from '#shared/pricing.ts';
import type { PlanId } from '#shared/plans.ts';
import type { CreditEventType } from '#shared/schemas/credits.ts';
import type { CreditCommand } from './commands.ts';

/** A refusal is an answer, not an exception: nothing was written. */
export type Refusal =
  | { type: 'InsufficientCredits'; needed: number; available: number }
  | { type: 'NoActivePlan' }
  | { type: 'InDebt'; debt: number }
  | { type: 'ExceedsHold'; asked: number; held: number }
  | { type: 'KeyConflict'; key: string };

/** What happened to a command. `repeated` is true when the event was there before. */
export type CommandResult =
  { ok: true; event: RecordedEvent; repeated: boolean } | { ok: false; refusal: Refusal };

/** The part of a stored event that callers may rely on. `amount` is negative only for `adjust` and `refund`. */
export interface RecordedEvent {
  version: number;
  type: CreditEventType;
  key: string;
  amount: number;
  campaignId?: string | undefined;
  lots?: PriceLot[] | undefined;
  at: Date;
  balance: { available: number; held: number; debt: number };
}

/**
 * A stream's balance now. With a `debt` nothing is available: whatever comes in pays it first. `period` is absent
 * before the first grant; it counts the allowance calls that holds have reserved and delivered calls have used.
 */
export interface CreditBalance {
  available: number;
  held: number;
  debt: number;
  version: number;
  period?: { id: string; start: Date; plan: PlanId; reserved: number; used: number } | undefined;
}

/** The ledger as other features see it (design §3). `streamId` is the user's random credit stream id. */
export interface CreditLedger {
  /**
   * Appends what a command comes to, once a key. Throws INVALID_INPUT for what is no command, and UNAVAILABLE where it
   * is not known whether it was written: asking again under the same key is always right.
   */
  execute(streamId: string, command: CreditCommand): Promise<CommandResult>;
  balance(streamId: string): Promise<CreditBalance>;
  /** Prices `calls` more calls as a hold would, now, in the period that began then; `undefined` before the first grant. */
  quote(
    streamId: string,
    calls: number,
  ): Promise<(Quote & { available: number; periodStart: Date }) | undefined>;
  /** What a campaign still holds, in credits and lots. */
  campaignHold(streamId: string, campaignId: string): Promise<{ held: number; lots: PriceLot[] }>;
  /** The event under a key, if there is one. */
  find(streamId: string, key: string): Promise<RecordedEvent | undefined>;
}
