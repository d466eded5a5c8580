import { z } from 'zod';
import { isoTime } from './iso-time.ts';
import { optional, withDefault } from '#shared/schemas/options.ts';
import { AVATAR_COUNT, DEFAULT_TITLE, MAX_VOICE_BYTES, MP3_TYPES } from '#shared/voices/voice-rules.ts';
import { typedName } from '#shared/schemas/typed-text.ts';

/** processing: it is being prepared at the speech provider. ready: campaigns can use it. failed: it cannot be used. */
const VOICE_STATUSES = ['processing', 'ready', 'failed'] as const;

/** A voice in lists. */
export const voiceSchema = z.object({
  vid: z.string(),
  title: z.string(),
  description: z.string(),
  uploaded_on: isoTime,
  avatar: z
    .int()
    .min(0)
    .max(AVATAR_COUNT - 1),
  status: z.enum(VOICE_STATUSES).describe('Campaigns can use a voice that is ready'),
  status_message: z.string().describe('Why the voice failed or takes longer; empty otherwise'),
  warnings: z.array(z.string()).describe('What may make the recording a poor sample'),
});
export type VoiceView = z.infer<typeof voiceSchema>;

export const voiceListOutput = z.object({
  voices: z.array(voiceSchema),
  remaining: z.int().describe('How many more can be added'),
});

const titleSchema = typedName()
  .max(80, 'The name may have at most 80 characters')
  .transform((title) => (title === '' ? DEFAULT_TITLE : title))
  .describe('The voice’s name');
const descriptionSchema = typedName()
  .max(300, 'The description may have at most 300 characters')
  .describe('What this voice is for');
const avatarSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(AVATAR_COUNT - 1)
  .describe('Which of the pictures');

/** A voice by its id, of any length: one that names no voice is not found. */
export const voiceRef = z.object({ id: z.string().describe('The voice’s id') });

export const uploadAudioInput = z.strictObject({
  file_name: z.string().trim().min(1, 'A file name is required').max(255).describe('The file’s own name'),
  file_type: z
    .string()
    .toLowerCase()
    .pipe(z.enum(MP3_TYPES, { error: 'Only MP3 files are supported' }))
    .describe('The file’s type: audio/mpeg'),
  file_size: optional(
    z.coerce.number().int().positive().max(MAX_VOICE_BYTES, 'The file is larger than 10MB.'),
  ).describe('The file’s size in bytes; a store to which files are put then takes no other'),
  title: withDefault(titleSchema, DEFAULT_TITLE),
  description: withDefault(descriptionSchema, ''),
  avatar: withDefault(avatarSchema, 0),
});

/** Presigned form: post all fields first and the file last, as `file`. A text is a URL: put the file there with its type. */
export const uploadAudioOutput = z.object({
  message: z.union([z.object({ url: z.string(), fields: z.record(z.string(), z.string()) }), z.string()]),
  vid: z.string().describe('The voice that appears once the file has arrived'),
  expires_in: z.int().describe('Seconds in which the upload must begin'),
});

/** What its owner says of a voice. */
export const voiceFields = z.object({
  title: titleSchema,
  description: descriptionSchema,
  avatar: avatarSchema,
});
export const updateVoiceInput = voiceRef
  .extend({
    title: optional(titleSchema),
    description: optional(descriptionSchema),
    avatar: optional(avatarSchema),
  })
  .strict();

export const voiceMetadataOutput = z.object({ voice_metadata: voiceSchema });
export const voiceOutput = z.object({ success: z.literal(true), voice: voiceSchema });
export const voiceDeletedOutput = z.object({ success: z.literal(true), message: z.string() });
export const streamAudioOutput = z.object({
  url: z.string(),
  stream_url: z.string(),
  expires_in: z.int().describe('Seconds from now'),
});
