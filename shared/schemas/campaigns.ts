import { z } from 'zod';
import { CAMPAIGN_STATUSES, CALL_STATUSES } from '../campaign-lifecycle.ts';
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from '../limits.ts';
import { listPageInput } from './list-cursor.ts';

/** Maximum contacts of one JSON request; longer lists are uploaded as a file. */
export const MAX_JSON_CONTACTS = 200_000;
const MAX_DROPS_PER_MINUTE = 1_000_000;

export const campaignNameSchema = z
  .string()
  .trim()
  .min(1, 'A campaign name is required')
  .max(MAX_NAME_LENGTH, `The campaign name may have at most ${String(MAX_NAME_LENGTH)} characters`)
  .refine((name) => name !== '.' && name !== '..', 'A campaign cannot be named "." or ".."')
  .describe('The campaign’s name, unique among your campaigns');

export const messageSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a message')
  .max(MAX_MESSAGE_LENGTH, `The message may have at most ${String(MAX_MESSAGE_LENGTH)} characters`)
  .describe('The message, with {field} placeholders');

const cell = z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(500)).default('');

/** A contact of the documented payload; rows are validated by `shared/contacts/contact-list.ts`. */
export const contactInput = z.object({
  id: cell,
  first_name: cell,
  last_name: cell,
  phone_number: cell,
  recommended_phone: cell,
  address1: cell,
  address2: cell,
  city: cell,
  state: cell,
  zipcode: cell,
  country: cell,
  email: cell,
  company_name: cell,
});
export type ContactInput = z.infer<typeof contactInput>;

/** A campaign by id or name. */
export const campaignRef = z.object({ id: z.string().describe('The campaign’s id or name') });

const voiceId = z.string().min(1, 'Please select a voice').max(64, 'Voice not found');

/** Optional rate limit of a campaign, below the system's. */
const dropsPerMinute = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ])
  .pipe(z.int().min(1).max(MAX_DROPS_PER_MINUTE))
  .describe('The most calls a minute');

const campaignType = z.literal('voicemail', { error: 'Only voicemail campaigns are supported' });

/** Fields of a new campaign except its contacts, for JSON and file uploads. */
export const campaignDraftInput = z.object({
  campaign_name: campaignNameSchema,
  campaign_type: campaignType.default('voicemail'),
  drop_date: z.string().max(40).nullish().describe('ISO time; missing or past: one minute from now'),
  message: messageSchema,
  voice_id: voiceId.describe('The id of one of your voices'),
  drops_per_minute: dropsPerMinute.optional(),
});
export type CampaignDraftInput = z.infer<typeof campaignDraftInput>;

export const createCampaignInput = campaignDraftInput.extend({
  contacts: z.array(contactInput).min(1, 'At least one contact is required').max(MAX_JSON_CONTACTS),
});

/** Part of responses with contacts, which are empty once the contacts are erased. */
export const erasedAfterDays = z
  .int()
  .nullable()
  .describe('The days after its end when its contacts were erased; null where they are kept');

/** A campaign in lists and details. */
export const campaignSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  campaign_name: z.string(),
  description: z.string(),
  campaign_type: z.literal('voicemail'),
  status: z.enum(CAMPAIGN_STATUSES),
  status_message: z.string(),
  status_reason: z.string().nullable().describe('Why the system paused it; null where it did not'),
  drop_date: z.string().describe('ISO time, UTC'),
  created_at: z.string(),
  message: z.string(),
  text_message: z.string(),
  voice_id: z.string(),
  voice_title: z.string(),
  drops_per_minute: z
    .int()
    .nullable()
    .describe('The most calls a minute; null: as many as the system allows'),
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
  retryable: z.int().describe('Failed contacts that may be called again'),
  credit_cost: z.int().describe('Credits held for the campaign when it was created'),
  held: z.int().describe('Credits still on hold'),
  completed: z.boolean(),
  has_paid: z.boolean(),
  messaging_completed: z.boolean(),
  voicemail_completed: z.boolean(),
  voicemail_status: z.string(),
  aggregates: z.array(z.unknown()),
});
export type CampaignView = z.infer<typeof campaignSchema>;

export const campaignListInput = listPageInput.prefault({});
export const campaignListOutput = z.object({
  success: z.literal(true),
  campaigns: z.array(campaignSchema),
  next: z.string().nullable().describe('The cursor of the next page; null where this is the last'),
});

const campaignCount = z.int().min(0);
/** Summary of all campaigns of a user, independent of paging. */
export const campaignSummaryOutput = z.object({
  campaigns: campaignCount.describe('How many campaigns there are'),
  by_status: z.record(z.enum(CAMPAIGN_STATUSES), campaignCount),
  next_drop_date: z.string().nullable().describe('Of the scheduled campaigns, the earliest; ISO time, UTC'),
  total: campaignCount.describe('Calls of all campaigns'),
  delivered: campaignCount,
  failed: campaignCount,
  pending: campaignCount,
});
export type CampaignSummary = z.infer<typeof campaignSummaryOutput>;
export const campaignOutput = z.object({ success: z.literal(true), campaign: campaignSchema });
export const createCampaignOutput = z.object({
  success: z.literal(true),
  campaign: campaignSchema,
  credit_cost: z.int(),
  balance: z.int(),
});

/** Price of a number of calls and the balance after it (tRPC only, for the wizard). */
export const quoteInput = z.object({ calls: z.int().min(0).max(10_000_000) });
export const quoteOutput = z.object({
  calls: z.int(),
  allowanceCalls: z.int(),
  extraCalls: z.int(),
  creditsPerCall: z.int(),
  creditsPerExtraCall: z.int(),
  cost: z.int(),
  balance: z.int().describe('What can be spent now'),
  balanceAfter: z.int().describe('Negative when the credits do not suffice'),
  renewalPending: z
    .boolean()
    .describe('A billing period has begun that is not paid yet: these are prices of the period before'),
});

/** Changes to a campaign before its first drop; omitted fields are kept. */
export const updateCampaignFields = z.object({
  campaign_name: campaignNameSchema.optional(),
  name: campaignNameSchema.optional().describe('The same as campaign_name'),
  campaign_type: campaignType.optional(),
  drop_date: z.string().max(40).optional().describe('ISO time; past: one minute from now'),
  message: messageSchema.optional(),
  voice_id: voiceId.optional(),
  drops_per_minute: dropsPerMinute
    .nullable()
    .optional()
    .describe('The most calls a minute; null lifts the limit'),
});
export type UpdateCampaignFields = z.infer<typeof updateCampaignFields>;

export const retryOutput = z.object({
  success: z.literal(true),
  status: z.enum(CAMPAIGN_STATUSES),
  retried: z.int().describe('Contacts that are called again'),
  credit_cost: z.int(),
});

/** More contacts for a Scheduled campaign; equivalent to a file in `csv_file` of a multipart form. */
export const addContactsFields = z.object({
  contacts: z.array(contactInput).min(1, 'At least one contact is required').max(MAX_JSON_CONTACTS),
});
export const addContactsOutput = z.object({
  success: z.literal(true),
  added: z.int(),
  credit_cost: z.int(),
  balance: z.int(),
});

export const executeFields = z.object({ force: z.boolean().default(true) });
/** The status after execute, pause or resume. */
export const statusChangeOutput = z.object({ success: z.literal(true), status: z.enum(CAMPAIGN_STATUSES) });
export const deleteCampaignOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  released_credits: z.int(),
  balance: z.int(),
});
export const campaignStatusOutput = z.object({
  success: z.literal(true),
  status: z.enum(CAMPAIGN_STATUSES),
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
});

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
  status: z.enum(CALL_STATUSES),
  reason: z.string().nullable(),
  date: z.string().nullable().describe('ISO time of the last change, null before the first'),
});
export type ContactView = z.infer<typeof contactViewSchema>;
export const contactsPageFields = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(50),
});
export const contactsOutput = z.object({
  success: z.literal(true),
  contacts: z.array(contactViewSchema),
  total: z.int(),
  contacts_erased_after_days: erasedAfterDays,
});
