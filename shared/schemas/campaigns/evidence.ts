import { z } from 'zod';
import { contactViewSchema, erasedAfterDays } from './campaign-contacts.ts';
import { consentSchema } from './consent.ts';

/** What speaks for the call of one contact. */
export const evidenceRowSchema = contactViewSchema
  .pick({ first_name: true, last_name: true, call: true, status: true, reason: true, reason_code: true })
  .extend({
    phone_number: z.string().describe('The number dialled: 11 digits'),
    consents: z
      .array(consentSchema)
      .describe('The consent of its list; of all lists of the campaign where its list is not known'),
    message_check: z.int().nullable().describe('The version of the check that the message passed'),
    do_not_call: z.boolean().describe('Whether the number is on the do-not-call list now'),
  });
export type EvidenceRow = z.infer<typeof evidenceRowSchema>;

/** A page of the evidence of a campaign, in the order of its contact list. */
export const evidencePageOutput = z.object({
  calls: z.array(evidenceRowSchema),
  total: z.int(),
  contacts_erased_after_days: erasedAfterDays,
});
