import { z } from 'zod';
import { MAX_SIGNATURE_LENGTH } from '#shared/limits.ts';
import { isPlainText } from '#shared/messages/plain-text.ts';
import { senderTextProblem } from '#shared/messages/sender-text.ts';
import { MESSAGE_RULES } from '#shared/messages/message-verdict.ts';
import { consentInput, consentSchema } from '#shared/schemas/campaigns/consent.ts';
import { optional } from '#shared/schemas/options.ts';
import { typedName } from '#shared/schemas/typed-text.ts';
import { dialledPhone } from './suppressions.ts';

/** The most voicemails to one number in a number of days, over all campaigns. */
export const callLimitSchema = z.strictObject({
  calls: z.int('Please enter a whole number').min(1, 'At least 1 call').max(1_000, 'At most 1,000 calls'),
  days: z.int('Please enter a whole number').min(1, 'At least 1 day').max(30, 'At most 30 days'),
});
export type CallLimit = z.infer<typeof callLimitSchema>;

/** The legal sentences of messages, with `{business}` and `{number}`. */
export const signatureSchema = typedName()
  .min(1, 'Please enter a signature')
  .max(MAX_SIGNATURE_LENGTH, `The signature may have at most ${String(MAX_SIGNATURE_LENGTH)} characters`)
  .refine(isPlainText, 'The signature may not contain line breaks or control characters')
  .superRefine((text, ctx) => {
    const message = senderTextProblem(text);
    if (message !== null) ctx.addIssue({ code: 'custom', message });
  });

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
  signature: signatureSchema
    .nullable()
    .optional()
    .describe(
      'Who calls, how to call back and how to stop the messages, with {business} and {number}; null for the usual sentences',
    ),
  call_limit: optional(callLimitSchema).describe(
    'The most voicemails to one number in a number of days, over all campaigns',
  ),
});

/** What holds for all calls of an account. */
export const callingProfileOutput = z.object({
  business_name: z.string().describe('The company of the profile; empty where none is given'),
  callback_number: z.string().nullable().describe('11 digits, beginning with 1'),
  default_consent: consentSchema.nullable().describe('The consent of lists that are added without one'),
  signature: z
    .string()
    .nullable()
    .describe('The legal sentences that are offered for messages; null for the usual ones'),
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
