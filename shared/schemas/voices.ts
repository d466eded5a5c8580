import { z } from 'zod';

/** A voice as every list shows it (B §3). */
export const voiceSchema = z.object({
  vid: z.string(),
  title: z.string(),
  description: z.string(),
  uploaded_on: z.string().describe('ISO time'),
  avatar: z.int().min(0).max(2),
});
export type VoiceView = z.infer<typeof voiceSchema>;

export const voiceListOutput = z.object({ voices: z.array(voiceSchema), remaining: z.int() });
