import { automaticRetry, automaticRetryView } from './automatic-retry.ts';
import { z } from 'zod';
import { invalidRows, lastNameOptional, listWarning, listWarnings, skipInvalid } from './invalid-rows.ts';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_LISTED_CONTACTS,
  MAX_MESSAGE_LENGTH,
  MAX_NAME_LENGTH,
} from '#shared/limits.ts';
import { cell, customCells } from './custom-cells.ts';
import { plainLines } from '#shared/messages/plain-text.ts';
import {
  callingHoursSchema,
  callingHoursView,
  DEFAULT_HOURS,
  lastDaySchema,
  nextCallsSchema,
  skippedSchema,
} from '#shared/schemas/calling/calling.ts';
import { consentRecordSchema, listConsent } from './consent.ts';
import { splitSchema, splitView } from './split.ts';
import { typedName } from '#shared/schemas/typed-text.ts';
import { optional, withDefault } from '#shared/schemas/options.ts';
import { isoTime } from '#shared/schemas/iso-time.ts';
import { nextPage } from '#shared/schemas/list-cursor.ts';

/** Maximum contacts of one JSON request; longer lists are uploaded as a file. */
export const MAX_JSON_CONTACTS = 200_000;
const MAX_DROPS_PER_MINUTE = 1_000_000;

export const campaignNameSchema = typedName()
  .min(1, 'A campaign name is required')
  .max(MAX_NAME_LENGTH, `The campaign name may have at most ${String(MAX_NAME_LENGTH)} characters`)
  .refine((name) => name !== '.' && name !== '..', 'A campaign cannot be named "." or ".."')
  .describe('The campaign’s name, unique among your campaigns');

/** What a campaign is for. */
export const descriptionSchema = z
  .string()
  .transform((text) => plainLines(text).trim())
  .pipe(
    z
      .string()
      .max(
        MAX_DESCRIPTION_LENGTH,
        `The description may have at most ${String(MAX_DESCRIPTION_LENGTH)} characters`,
      ),
  )
  .describe('What the campaign is for; only you see it');

export const messageSchema = z
  .string()
  .trim()
  .min(1, 'Please enter a message')
  .max(MAX_MESSAGE_LENGTH, `The message may have at most ${String(MAX_MESSAGE_LENGTH)} characters`)
  .describe('The message, with {field} placeholders; {field|text} says the text where the field is empty');

/** Findings of `shared/messages/message-lint.ts` that the user overrides. */
export const messageOverrides = z
  .array(z.string().max(40))
  .max(20)
  .describe('Findings of the message check that you override, by their codes');

const warning = z.object({ code: z.string(), text: z.string() });
const warnings = z.array(warning).describe('What the message check found but did not refuse');
const createWarnings = z
  .array(warning.extend(listWarning.pick({ count: true, line: true }).partial().shape))
  .describe('What the message check found but did not refuse, and what is odd about contacts');

/** A contact of the documented payload; rows are validated by `shared/contacts/contact-list.ts`. */
export const contactInput = z.object({
  id: cell,
  first_name: cell,
  last_name: cell,
  phone_number: cell.describe('The phone number, for example +12345551234; other common forms are read too'),
  recommended_phone: cell.describe(
    'The number that is dialled, for example 14085551234; the forms of `phone_number` are read too',
  ),
  address1: cell,
  address2: cell,
  city: cell,
  state: cell,
  zipcode: cell,
  country: cell,
  email: cell,
  company_name: cell,
  custom: customCells.optional(),
});
export type ContactInput = z.infer<typeof contactInput>;

/** The checks of rows report a missing one with its line, so the schemas let it pass. */
const REQUIRED_OF_CONTACT = ['id', 'first_name', 'last_name', 'phone_number', 'recommended_phone'];
/** A contact of a new list, which needs its documented fields. */
export const listedContact = contactInput.meta({ required: REQUIRED_OF_CONTACT });

/** The campaign that contacts are added to. */
export const campaignReference = z.string().min(1).max(400).describe('The campaign’s id or name');

/** A campaign by id or name. */
export const campaignRef = z.object({ id: z.string().describe('The campaign’s id or name') });

/** The id of a voice of the caller. */
export const voiceId = z.string().min(1, 'Please select a voice').max(64, 'Voice not found');
/** The same, as the documentation names it. */
export const ownVoice = voiceId.describe('The id of one of your voices');

/** A whole number, which a form sends as text. */
const wholeNumber = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
]);
const wholeUpTo = (max: number) => wholeNumber.pipe(z.int().min(1).max(max));

/** Optional rate limit of a campaign, below the system's. */
export const dropsPerMinute = wholeUpTo(MAX_DROPS_PER_MINUTE).describe('The most calls a minute');

const maxCalls = wholeUpTo(MAX_LISTED_CONTACTS).describe(
  'Calls at most so many, the first of the list that may be called; the others are left out',
);

const expectedCost = wholeNumber
  .pipe(z.int().min(0))
  .describe(
    'The credits that were agreed to: if more would be held, nothing is, and the answer is 409 with the calls and the cost of now',
  );

/** The only type of campaigns. */
export const campaignType = z.literal('voicemail', { error: 'Only voicemail campaigns are supported' });

/** A saved list in place of contacts. */
const savedListId = z
  .string()
  .max(64, 'List not found')
  .describe('The id of a saved contact list, in place of `contacts`');

/** Fields of a new campaign except its contacts, for JSON and file uploads. */
export const campaignDraftInput = z.strictObject({
  campaign_name: campaignNameSchema,
  campaign_type: withDefault(campaignType, 'voicemail'),
  description: optional(descriptionSchema),
  drop_date: z.string().max(40).nullish().describe('ISO time; missing or past: one minute from now'),
  message: messageSchema,
  voice_id: ownVoice,
  drops_per_minute: optional(dropsPerMinute),
  calling_hours: optional(callingHoursSchema).describe(
    'When it may call, in the called person’s own time; missing: 9:00 to 20:00 on every day',
  ),
  last_day: optional(lastDaySchema),
  max_calls: optional(maxCalls),
  split: optional(splitSchema),
  expected_cost: optional(expectedCost),
  message_overrides: optional(messageOverrides),
  consent: listConsent,
  list_id: optional(savedListId),
  skip_invalid: optional(skipInvalid),
  last_name_optional: optional(lastNameOptional),
  retry: automaticRetry.nullish(),
});
export type CampaignDraftInput = z.infer<typeof campaignDraftInput>;

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
  drop_date: isoTime,
  // Responses that an older version stored for repeated requests do not have it.
  started_at: isoTime.nullable().default(null).describe('When its first call could be made; null before'),
  created_at: isoTime,
  message: z.string(),
  text_message: z.string(),
  voice_id: z.string(),
  voice_title: z.string(),
  drops_per_minute: z
    .int()
    .nullable()
    .describe('The most calls a minute; null: as many as the system allows'),
  // Responses that an older version stored for repeated requests do not have the next four.
  skipped: skippedSchema.default([]),
  calling_hours: callingHoursView.default({ ...DEFAULT_HOURS, days: [...DEFAULT_HOURS.days] }),
  last_day: lastDaySchema.nullable().default(null),
  next_calls: nextCallsSchema.default(null),
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
  automatic_retry: automaticRetryView
    .default(null)
    .describe('The retries that it makes by itself; null where it makes none'),
  retryable: z
    .int()
    .describe(
      'Failed contacts that a retry which names no reasons may call again; it leaves out those on a do-not-call list',
    ),
  retryable_if_named: z
    .int()
    .default(0)
    .describe('Failed contacts that a retry may call again only if it names their reasons: 4001 and 4002'),
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

export const campaignListOutput = z.object({
  success: z.literal(true),
  campaigns: z.array(campaignSchema),
  next: nextPage,
});

/** A page of the screen of campaigns. */
export const campaignGroupOutput = campaignListOutput.extend({ previous: z.string().nullable() });

const campaignCount = z.int().min(0);
/** Summary of all campaigns of a user, independent of paging. */
export const campaignSummaryOutput = z.object({
  campaigns: campaignCount.describe('How many campaigns there are'),
  by_status: z.record(z.enum(CAMPAIGN_STATUSES), campaignCount),
  next_drop_date: isoTime.nullable().describe('Of the scheduled campaigns, the earliest; ISO time, UTC'),
  total: campaignCount.describe('Calls of all campaigns'),
  delivered: campaignCount,
  failed: campaignCount,
  pending: campaignCount,
});
export type CampaignSummary = z.infer<typeof campaignSummaryOutput>;
/** A campaign with the consent of its first lists. */
export const campaignDetailOutput = z.object({
  success: z.literal(true),
  campaign: campaignSchema.extend({
    consents: z.array(consentRecordSchema).describe('Of its first 100 lists; all are in the CSV file'),
    list_id: z.string().nullable().describe('The saved list that it was made from; null for other contacts'),
    split: splitView.default(null),
  }),
});
export const campaignOutput = z.object({ success: z.literal(true), campaign: campaignSchema });
/** The campaign after a change. */
export const updateCampaignOutput = campaignOutput.extend({ warnings });
export const createCampaignOutput = z.object({
  success: z.literal(true),
  campaign: campaignSchema,
  skipped: skippedSchema.default([]),
  credit_cost: z.int(),
  balance: z.int(),
  // Results that were stored for repeated requests before there was a check have none.
  warnings: createWarnings.default([]),
  invalid_rows: invalidRows.optional(),
});

/** More contacts for a Scheduled campaign; equivalent to a file in `csv_file` of a multipart form. */
export const addContactsDraft = z.strictObject({
  consent: listConsent,
  skip_invalid: optional(skipInvalid),
  last_name_optional: optional(lastNameOptional),
});
export const addContactsInput = addContactsDraft.extend({
  campaign: campaignReference,
  contacts: z.array(listedContact).min(1, 'At least one contact is required').max(MAX_JSON_CONTACTS),
});
/** One more contact, which is a list of its own. */
export const addContactInput = contactInput
  .extend({ consent: listConsent })
  .meta({ required: REQUIRED_OF_CONTACT });
export const addContactsOutput = z.object({
  success: z.literal(true),
  added: z.int(),
  skipped: skippedSchema.default([]),
  credit_cost: z.int(),
  balance: z.int(),
  warnings: listWarnings.default([]),
  invalid_rows: invalidRows.optional(),
});

export const executeInput = campaignRef.extend({ force: withDefault(z.boolean(), true) }).strict();
/** The status after execute, pause or resume. */
export const statusChangeOutput = z.object({ success: z.literal(true), status: z.enum(CAMPAIGN_STATUSES) });
export const campaignStatusOutput = z.object({
  success: z.literal(true),
  status: z.enum(CAMPAIGN_STATUSES),
  total: z.int(),
  delivered: z.int(),
  failed: z.int(),
  pending: z.int(),
});
