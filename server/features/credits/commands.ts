import { type PlanId, PLAN_IDS } from '#shared/plans.ts';
import { z } from 'zod';
import { AppError } from '#server/platform/lib/errors.ts';
import { heldLot, type HeldLot } from './held-lot.ts';

/**
 * The commands on a credit stream. `key` makes them idempotent: the same key and content is the same event, the same key
 * with other content is refused. Amounts are integer credits.
 */
export type CreditCommand =
  | GrantCommand
  | PurchaseCommand
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

/** Grants credits that were bought beside a plan, for one paid invoice; it opens no period. Key: `grant:invoice:<id>`. */
export interface PurchaseCommand {
  type: 'purchase';
  key: string;
  credits: number;
  source: { kind: 'purchase'; id: string };
}

/** Reserves credits for `calls` calls of a campaign and fixes their prices. Key: `hold:<campaign>:<run>:<preparation>`. */
export interface HoldCommand {
  type: 'hold';
  key: string;
  campaignId: string;
  calls: number;
  /** What a person agreed to pay: refused if the calls cost another amount now. */
  cost?: number | undefined;
  /** The same, where any smaller amount is agreed to as well. */
  maxCost?: number | undefined;
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

/**
 * Releases the credits held for `calls` calls, the last ones of the hold (`'rest'`: all), or for the calls of `lots`: so a
 * hold is undone at the prices at which it was made. Key: `release:<campaign>:<run>:<reason>`.
 */
export interface ReleaseCommand {
  type: 'release';
  key: string;
  campaignId: string;
  calls: number | 'rest';
  lots?: readonly HeldLot[] | undefined;
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

/** The maximum number of calls per command. */
export const MAX_CALLS = 10_000_000;
/** The maximum amount of a purchase, correction or refund; low enough that sums of a stream stay below 2^53. */
export const MAX_ADJUSTMENT = 1_000_000_000;
const MAX_TEXT = 400;
/** One command holds at most two: within the allowance of a period, and beyond it. */
const MAX_LOTS = 2;

const id = z.string().min(1).max(MAX_TEXT);
const calls = z.int().positive().max(MAX_CALLS);
const signedCredits = z
  .int()
  .min(-MAX_ADJUSTMENT)
  .max(MAX_ADJUSTMENT)
  .refine((amount) => amount !== 0, 'must not be 0');
const key = (type: string) =>
  id.regex(new RegExp(`^${type}:[^:]`), `must begin with "${type}:" and say which ${type}`);

const commandSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('grant'),
    key: key('grant'),
    plan: z.enum(PLAN_IDS),
    source: z.strictObject({ kind: z.literal('invoice'), id }),
    period: z.strictObject({ id, start: z.date() }),
  }),
  z.strictObject({
    type: z.literal('purchase'),
    key: key('grant'),
    credits: z.int().positive().max(MAX_ADJUSTMENT),
    source: z.strictObject({ kind: z.literal('purchase'), id }),
  }),
  z.strictObject({
    type: z.literal('hold'),
    key: key('hold'),
    campaignId: id,
    calls,
    cost: z.int().min(0).optional(),
    maxCost: z.int().min(0).optional(),
  }),
  z.strictObject({ type: z.literal('void-hold'), key: key('hold'), campaignId: id }),
  z.strictObject({
    type: z.literal('release'),
    key: key('release'),
    campaignId: id,
    calls: z.union([calls, z.literal('rest')]),
    lots: z.array(heldLot).min(1).max(MAX_LOTS).optional(),
    reason: id,
  }),
  z.strictObject({ type: z.literal('deduct'), key: key('deduct'), campaignId: id, calls }),
  z.strictObject({ type: z.literal('adjust'), key: key('adjust'), amount: signedCredits, reason: id }),
  z.strictObject({
    type: z.literal('refund'),
    key: key('refund'),
    amount: signedCredits,
    source: z.strictObject({ kind: z.enum(['refund', 'dispute']), id }),
    reason: id,
  }),
]) satisfies z.ZodType<CreditCommand>;

const requestSchema = z.object({
  streamId: z.string().regex(/^[\w-]{1,100}$/, 'must be the id of a credit stream'),
  command: commandSchema,
});

/** Validates a command from any caller. Throws `AppError` INVALID_INPUT with the invalid fields. */
export function checkCommand(streamId: string, command: CreditCommand): void {
  const result = requestSchema.safeParse({ streamId, command });
  if (result.success) return;
  const fields = Object.fromEntries(
    result.error.issues.map(({ path, message }) => [
      path.filter((part) => part !== 'command').join('.'),
      message,
    ]),
  );
  const text = Object.entries(fields).map(([field, message]) => `${field}: ${message}`);
  throw new AppError('INVALID_INPUT', text.join('; '), { fields });
}
