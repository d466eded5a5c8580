import { z } from 'zod';
import { MESSAGE_RULES } from '#shared/messages/message-lint.ts';
import { consentInput, consentSchema } from '#shared/schemas/campaigns/consent.ts';
import { optional } from '#shared/schemas/options.ts';
import { dialledPhone } from './suppressions.ts';

/** The most voicemails to one number in a number of days, over all campaigns. */
export const callLimitSchema = z.strictObject({
  calls: z.int('Please enter a whole number').min(1, 'At least 1 call').max(1_000, 'At most 1,000 calls'),
  days: z.int('Please enter a whole number').min(1, 'At least 1 day').max(30, 'At most 30 days'),
});
export type CallLimit = z.infer<typeof callLimitSchema>;

/** Changes of the calling profile; what is not given stays as it is. */
export const callingProfileInput = z.strictObject({
  callback_number: dialledPhone
    .nullable()
    .optional()
    .describe('The number that people call back, for example +1 (202) 555-0143; null for none'),
  default_consent: consentInput
    .nullable()
    .optional()
    .describe('The consent of lists that are added without one; null for none'),
  call_limit: optional(callLimitSchema).describe(
    'The most voicemails to one number in a number of days, over all campaigns',
  ),
});

/** What holds for all calls of an account. */
export const callingProfileOutput = z.object({
  business_name: z.string().describe('The company of the profile; empty where none is given'),
  callback_number: z.string().nullable().describe('11 digits, beginning with 1'),
  default_consent: consentSchema.nullable().describe('The consent of lists that are added without one'),
  call_limit: callLimitSchema,
  message_rules: z
    .enum(MESSAGE_RULES)
    .describe(
      'Whether a message that lacks what the law requires is refused (enforced), or only warned of (advised)',
    ),
  test_phone: z.string().nullable().describe('The confirmed number that test calls go to'),
  stop_path: z.string().describe('The page on which people stop calls, for example /stop/acme-x7k2m9qa'),
});
export type CallingProfileView = z.infer<typeof callingProfileOutput>;
