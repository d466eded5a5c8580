import { z } from 'zod';
import { contactInput, messageSchema, ownVoice } from './campaigns.ts';
import { reasonCode } from '#shared/schemas/call-reasons.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';
import { dialledPhone } from '#shared/schemas/calling/suppressions.ts';
import { typedText } from '#shared/schemas/typed-text.ts';
import { optional } from '#shared/schemas/options.ts';

/** Test drops that one account may place within 24 hours. */
export const MAX_TEST_DROPS_A_DAY = 10;
/** How long the code of a test call can be entered. */
export const TEST_CODE_MINUTES = 15;

/** A test call that speaks a code, to confirm a phone as one's own. */
export const testPhoneInput = z.strictObject({ phone: dialledPhone, voice_id: ownVoice });
export const testPhoneOutput = z.object({
  success: z.literal(true),
  phone: z.string().describe('The number that is being called: 11 digits, beginning with 1'),
  expires_at: isoTime.describe('Until when the code can be entered'),
});

export const confirmTestPhoneInput = z.strictObject({
  code: typedText()
    .regex(/^\d{6}$/, 'Please enter the six digits that you heard')
    .describe('The six digits that were spoken'),
});
export const confirmedTestPhoneOutput = z.object({
  success: z.literal(true),
  phone: z.string().describe('Your confirmed test phone'),
});

/** A message to be left on one's own phone before its campaign exists. */
export const testDropInput = z.strictObject({
  voice_id: ownVoice,
  message: messageSchema,
  contact: optional(contactInput).describe(
    'The contact for whom the placeholders are filled; the call goes to your own phone',
  ),
  message_overrides: optional(z.array(z.string().max(64)).max(50)).describe(
    'Findings of the message check that you override',
  ),
});

export const testDropRef = z.object({ id: z.string().min(1).max(64).describe('The test call’s id') });

/** `calling`: it is spoken and placed, or its report is awaited. */
export const TEST_DROP_STATUSES = ['calling', 'delivered', 'failed'] as const;

export const testDropSchema = z.object({
  id: z.string(),
  phone: z.string().describe('Your test phone'),
  status: z.enum(TEST_DROP_STATUSES),
  reason: z.string().nullable().describe('Why it failed'),
  reason_code: reasonCode,
  created_at: isoTime,
});
export type TestDropView = z.infer<typeof testDropSchema>;

export const testDropOutput = z.object({ success: z.literal(true), test_drop: testDropSchema });
export const createdTestDropOutput = testDropOutput.extend({
  credit_cost: z.int().describe('The credits on hold; only a delivered call is charged'),
  balance: z.int().describe('Credits that can be spent, without those on hold'),
});

/** What test drops an account can place. */
export const testDropsOverview = z.object({
  phone: z.string().nullable().describe('Your confirmed test phone'),
  pending_phone: z.string().nullable().describe('A phone that awaits its code'),
  left_today: z.int().describe('Test calls left within 24 hours'),
});
