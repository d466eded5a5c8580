import { z } from 'zod';
import { campaignRef, contactInput, messageSchema } from './campaigns/campaigns.ts';
import { WAVEFORM_PARTS } from '#shared/voices/recording-quality.ts';
import { withDefault } from '#shared/schemas/options.ts';

export const PREVIEW_STATUSES = ['making', 'ready', 'failed'] as const;

/** A message to be spoken for one contact, before its campaign exists. */
export const previewInput = z.strictObject({
  voice_id: z.string().min(1, 'Please select a voice').max(64).describe('The id of one of your voices'),
  message: messageSchema,
  contact: contactInput.describe('The contact for whom the placeholders are filled'),
});

/** A contact of a campaign, by position. */
export const campaignPreviewInput = campaignRef
  .extend({
    contact: withDefault(z.int().min(1).max(10_000_000), 1).describe(
      'The contact’s position in the list, from 1',
    ),
  })
  .strict();

/** A preview by its id. */
export const previewRef = z.object({ id: z.string().min(1).max(64).describe('The preview’s id') });

/** A message spoken in a voice. */
export const previewSchema = z.object({
  id: z.string(),
  status: z.enum(PREVIEW_STATUSES),
  url: z.string().nullable().describe('Where the MP3 recording is; null until it is ready'),
  expires_in: z.int().nullable().describe('Seconds in which the link can be used'),
  seconds: z.number().nullable().describe('The length of the recording'),
  waveform: z
    .array(z.int().min(0).max(100))
    .max(WAVEFORM_PARTS)
    .nullable()
    .describe(
      'The loudness of equal parts of the recording, in percent of the loudest one; null without a recording, and for one that cannot be measured',
    ),
  too_long: z.boolean().describe('Whether carriers may cut it off, as it is longer than 60 seconds'),
  reason: z.string().nullable().describe('Why it failed'),
});
export type PreviewView = z.infer<typeof previewSchema>;

export const previewOutput = z.object({ success: z.literal(true), preview: previewSchema });
