import { z } from 'zod';
import { windowCountSchema } from '#shared/schemas/calling/calling-plan.ts';
import { LEFT_OUT_REASONS, skippedSchema } from '#shared/schemas/calling/calling.ts';
import { listWarnings } from './invalid-rows.ts';
import { optional } from '#shared/schemas/options.ts';
import { campaignDraftInput, messageSchema } from './campaigns.ts';
import { contactsOrList, MISSING_CONTACTS, namesContacts } from './create-campaign.ts';

/** Maximum left-out contacts that one check lists; it counts all of them. */
export const MAX_LISTED_LEFT_OUT = 10_000;

/** Fields of a check of a contact list except its contacts, for JSON and file uploads: those of the campaign, if known. */
export const checkListFields = campaignDraftInput
  .pick({
    drop_date: true,
    calling_hours: true,
    last_day: true,
    max_calls: true,
    split: true,
    list_id: true,
    last_name_optional: true,
  })
  .extend({ message: optional(messageSchema) });
export type CheckListFields = z.infer<typeof checkListFields>;

export const checkListInput = checkListFields
  .extend({ contacts: contactsOrList })
  .refine(namesContacts, MISSING_CONTACTS);

/** A contact of a list that a campaign would leave out. */
export const leftOutSchema = z.object({
  line: z.int().describe('Its line in a file, or its position in a JSON list plus 2'),
  phone: z.string(),
  name: z.string(),
  reason: z.enum(LEFT_OUT_REASONS),
});
export type LeftOutContact = z.infer<typeof leftOutSchema>;

/** What a campaign would make of a contact list; nothing is stored. */
export const checkListOutput = z.object({
  success: z.literal(true),
  contacts: z.int().describe('Contacts that would be called, held for and charged'),
  classes: z.array(windowCountSchema).describe('The same contacts by where they may be, the most first'),
  skipped: skippedSchema,
  left_out: z
    .array(leftOutSchema)
    .max(MAX_LISTED_LEFT_OUT)
    .describe(`The first ${String(MAX_LISTED_LEFT_OUT)} contacts that would be left out, in list order`),
  left_out_total: z.int().describe('How many contacts would be left out'),
  warnings: listWarnings,
});
export type CheckListOutput = z.infer<typeof checkListOutput>;
