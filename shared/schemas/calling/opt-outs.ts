import { z } from 'zod';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** How far the time of a signed request may be from the server's. */
export const SIGNATURE_WINDOW_SECONDS = 5 * 60;

/** Where the program that answers the call-back number sends the numbers of people who want no more calls. */
export const optOutWebhookOutput = z.object({
  url: z.string().nullable().describe('The address of the webhook; null where there is none'),
  renewed_at: isoTime.nullable(),
});

export const newWebhookSecretOutput = z.object({
  url: z.string(),
  secret: z.string().describe('Signs the requests; shown once'),
});
export const removedWebhookOutput = z.object({ success: z.literal(true) });
