import { z } from 'zod';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { callEvidenceSchema, erasedAfterDays } from './campaign-contacts.ts';
import { reasonCode } from '#shared/schemas/call-reasons.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

const callAttempt = z.object({
  run: z.int().describe('1 for the first sending, then one more for each retry'),
  status: z.enum(CALL_STATUSES),
  call: callEvidenceSchema
    .nullable()
    .describe('When it was taken up and what allowed it; null if it was not called'),
  ended_at: isoTime.nullable().describe('ISO time at which its result was recorded'),
  reason: z.string().nullable().describe('Why it failed, in the words of the carrier'),
  reason_code: reasonCode,
  carrier_code: z.string().nullable().describe('The code of the carrier'),
});
export type CallAttempt = z.infer<typeof callAttempt>;

/** One call: the person, each attempt, what it cost and what was said. */
export const callSchema = z.object({
  number: z.int().describe('The number of the contact in the campaign'),
  position: z.int().describe('Its position in the contact list, from 1'),
  phone_number: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company_name: z.string(),
  status: z.enum(CALL_STATUSES),
  attempts: z.array(callAttempt).describe('The oldest first'),
  credits: z
    .object({ least: z.int(), most: z.int() })
    .nullable()
    .describe(
      'What it cost: 0 if it failed, or was delivered after its hold was released; two prices where calls of both were charged at once; null until it is charged',
    ),
  message: z.string().describe('As spoken to this person'),
  voice_title: z.string(),
});
export type CallView = z.infer<typeof callSchema>;

export const callOutput = z.object({
  campaign_name: z.string(),
  call: callSchema.nullable().describe('Null once the contacts of the campaign are erased'),
  contacts_erased_after_days: erasedAfterDays,
});
