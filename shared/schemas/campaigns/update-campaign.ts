import { z } from 'zod';
import { automaticRetry } from './automatic-retry.ts';
import { callingHoursChange, lastDaySchema } from '#shared/schemas/calling/calling.ts';
import { optional } from '#shared/schemas/options.ts';
import {
  campaignDetailOutput,
  campaignNameSchema,
  campaignRef,
  campaignType,
  descriptionSchema,
  dropsPerMinute,
  messageOverrides,
  messageSchema,
  voiceId,
} from './campaigns.ts';

/** A part of what is returned, which changes nothing where it is sent back. */
const asReturned = z.unknown().optional().meta({ readOnly: true });

/** Changes to a campaign before its first drop; omitted fields are kept. */
const changes = {
  campaign_name: optional(campaignNameSchema),
  name: optional(campaignNameSchema).describe('The same as campaign_name'),
  campaign_type: optional(campaignType),
  description: optional(descriptionSchema),
  drop_date: optional(z.string().max(40)).describe('ISO time; past: one minute from now'),
  message: optional(messageSchema),
  voice_id: optional(voiceId),
  drops_per_minute: dropsPerMinute
    .nullable()
    .optional()
    .describe('The most calls a minute; null lifts the limit'),
  calling_hours: callingHoursChange
    .nullable()
    .optional()
    .describe(
      'When it may call, in the called person’s own time; what is not named stays, null restores 9:00 to 20:00 on every day',
    ),
  last_day: lastDaySchema
    .nullable()
    .optional()
    .describe('The last day on which people are called, in their own time (YYYY-MM-DD); null removes it'),
  message_overrides: optional(messageOverrides),
  retry: automaticRetry.nullable().optional().describe('Retries that it makes by itself; null for none'),
  automatic_retry: automaticRetry
    .extend({ made: asReturned, next_at: asReturned })
    .nullable()
    .optional()
    .describe('The same as retry, as a campaign is returned'),
};

const returned = campaignDetailOutput.shape.campaign.shape;
type Unchanged = Exclude<keyof typeof returned, keyof typeof changes | 'id'>;
/** The other fields of a campaign as it is returned: a program may send all of them back, and they change nothing. */
const unchanged = Object.fromEntries(
  Object.keys(returned)
    .filter((name) => name !== 'id' && !(name in changes))
    .map((name) => [name, asReturned]),
) as Record<Unchanged, z.ZodOptional<z.ZodUnknown>>;

/** A campaign and its changes. */
export const updateCampaignInput = campaignRef.extend({ ...unchanged, ...changes }).strict();
export type UpdateCampaign = z.infer<typeof updateCampaignInput>;
