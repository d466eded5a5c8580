import { z } from 'zod';
import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';

/** Why calls failed: a code of the carrier, or a reason of our own. */
export const callReasonSchema = z.enum(CALL_REASON_KEYS);
const retryReasons = z
  .array(callReasonSchema)
  .min(1, 'name at least one reason')
  .max(CALL_REASON_KEYS.length)
  .optional()
  .describe('Only the calls that failed for one of these; missing: all that can be made again');

/** What a retry would cost now (tRPC only). */
export const retryQuoteFields = z.object({ reasons: retryReasons });
export const retryQuoteOutput = z.object({
  calls: z.int().describe('Calls that would be made again'),
  cost: z.int().describe('Credits held for them'),
  balance: z.int().describe('What can be spent now'),
  suppressed: z.int().describe('Failed calls that are left out: their numbers are on a do-not-call list'),
  too_often: z.int().describe('Failed calls that are left out: their numbers were called too often'),
});
export type RetryQuote = z.infer<typeof retryQuoteOutput>;

export const retryFields = z.object({
  reasons: retryReasons,
  expected: z
    .object({ calls: z.int().min(0), cost: z.int().min(0) })
    .optional()
    .describe('What was agreed: anything else is refused with 409 and the number and cost of now'),
});

export const retryOutput = z.object({
  success: z.literal(true),
  status: z.enum(CAMPAIGN_STATUSES),
  retried: z.int().describe('Contacts that are called again'),
  credit_cost: z.int(),
});
