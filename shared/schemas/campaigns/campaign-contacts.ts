import { z } from 'zod';
import { CALL_STATUSES } from '#shared/campaign-lifecycle.ts';
import { reasonCode } from '#shared/schemas/call-reasons.ts';
import { nextPage, placeCursor } from '#shared/schemas/list-cursor.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** Part of responses with contacts, which are empty once the contacts are erased. */
export const erasedAfterDays = z
  .int()
  .nullable()
  .describe('The days after its end when its contacts were erased; null where they are kept');

/** When a call was claimed to be made, in the person's own time, and what allowed it. */
export const callEvidenceSchema = z.object({
  at: isoTime.describe(
    'ISO time at which a worker took it up, right before it asked the carrier to place it; the first such time where the worker died',
  ),
  local_time: z.string().nullable().describe('The same in the time zone: 2027-01-12 11:30'),
  zone: z
    .string()
    .nullable()
    .describe('Of several time zones the person may be in, the one where it is latest'),
  hours: z.string().nullable().describe('The hours of that day in the time zone: 09:00-20:00'),
  rules: z.array(z.string()).describe('The names of the rules that made these hours'),
  outside_hours: z
    .boolean()
    .describe('Whether the wait for the hours was skipped, as with the local carrier'),
});
export type CallEvidence = z.infer<typeof callEvidenceSchema>;

export const contactViewSchema = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone_number: z.string(),
  recommended_phone: z.string(),
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  country: z.string(),
  email: z.string(),
  company_name: z.string(),
  custom: z
    .record(z.string(), z.string())
    .optional()
    .describe('Its own columns that the campaign keeps: those that the first message used'),
  status: z.enum(CALL_STATUSES),
  reason: z.string().nullable(),
  reason_code: reasonCode,
  date: isoTime.nullable().describe('ISO time of the last change, null before the first'),
  call: callEvidenceSchema
    .nullable()
    .describe('When it was called and what allowed it, null before and for calls of older versions'),
});
export type ContactView = z.infer<typeof contactViewSchema>;
export const contactsPageFields = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(50),
});
export const contactsFields = contactsPageFields.extend({
  cursor: placeCursor.nullish().describe('The `next` of the previous page, instead of `page`'),
});
export const contactsOutput = z.object({
  success: z.literal(true),
  contacts: z.array(contactViewSchema),
  next: nextPage,
  total: z.int(),
  contacts_erased_after_days: erasedAfterDays,
});
