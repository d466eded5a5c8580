import { z } from 'zod';
import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';
import { callReasonSchema } from '#shared/schemas/call-reasons.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { campaignRef } from './campaigns.ts';
import { optional } from '#shared/schemas/options.ts';

const retryReasons = optional(
  z.array(callReasonSchema).min(1, 'name at least one reason').max(CALL_REASON_KEYS.length),
).describe(
  'Only the calls that failed for one of these; missing: all that can be made again but those that failed for 4001 or 4002, after which the carrier advises against another call',
);

/** As many calls as a page of a list has. */
const MAX_RETRIED_CONTACTS = 1_000;
const retryContacts = optional(
  z.array(z.int().min(1)).min(1, 'name at least one contact').max(MAX_RETRIED_CONTACTS),
).describe('Only the calls of these contacts, by their `number`; missing: of all');

/** Which failed calls a retry makes again. */
const retrySelection = { reasons: retryReasons, contacts: retryContacts };

/** What a retry would cost now (tRPC only). */
export const retryQuoteFields = z.object(retrySelection);
export type RetrySelection = z.infer<typeof retryQuoteFields>;
export const retryQuoteOutput = z.object({
  run: z.int().describe('The run whose failed calls would be made again: 1 before the first retry'),
  calls: z.int().describe('Calls that would be made again'),
  cost: z.int().describe('Credits held for them'),
  balance: z.int().describe('What can be spent now'),
  suppressed: z.int().describe('Failed calls that are left out: their numbers are on a do-not-call list'),
  too_often: z.int().describe('Failed calls that are left out: their numbers were called too often'),
  advised_against: z
    .int()
    .describe('Failed calls that are left out unless their reasons are named: 4001 and 4002'),
});
export type RetryQuote = z.infer<typeof retryQuoteOutput>;

export const retryInput = campaignRef
  .extend({
    ...retrySelection,
    expected: optional(
      z.strictObject({
        calls: z.int().min(0),
        cost: z.int().min(0),
        run: optional(z.int().min(1)).describe(
          'The run whose failed calls are made again, 1 before the first retry: refused once that was retried',
        ),
      }),
    ).describe('What was agreed: anything else is refused with 409 and the number and cost of now'),
  })
  .strict();

export const retryOutput = z.object({
  success: z.literal(true),
  status: z.enum(CAMPAIGN_STATUSES),
  retried: z.int().describe('Contacts that are called again'),
  credit_cost: z.int(),
});
