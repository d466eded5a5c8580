import { z } from 'zod';
import { PLAN_IDS } from '#shared/plans.ts';
import { AppError } from '#server/lib/errors.ts';
import type { CreditCommand } from './commands.ts';

/** The maximum number of calls per command. */
export const MAX_CALLS = 10_000_000;
/** The maximum amount of a correction or refund; low enough that sums of a stream stay below 2^53. */
export const MAX_ADJUSTMENT = 1_000_000_000;
const MAX_TEXT = 400;

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
  z.strictObject({ type: z.literal('hold'), key: key('hold'), campaignId: id, calls }),
  z.strictObject({ type: z.literal('void-hold'), key: key('hold'), campaignId: id }),
  z.strictObject({
    type: z.literal('release'),
    key: key('release'),
    campaignId: id,
    calls: z.union([calls, z.literal('rest')]),
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
