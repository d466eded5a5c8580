import { z } from 'zod';
import { isoTime } from '#shared/schemas/iso-time.ts';

/** How long after its end, and how often, a campaign may call again. */
export const MAX_RETRY_DAYS = 14;
export const MAX_AUTOMATIC_RETRIES = 3;

/** Calls that a campaign makes again by itself. */
export const automaticRetry = z
  .strictObject({
    after_days: z.int().min(1).max(MAX_RETRY_DAYS).describe('Days after the campaign has finished'),
    times: z.int().min(1).max(MAX_AUTOMATIC_RETRIES).describe('How often at most'),
  })
  .describe(
    'Calls again those whom a retry includes, some days after the campaign has finished; each retry holds its credits when it begins',
  );
export type AutomaticRetry = z.infer<typeof automaticRetry>;

/** The same of a campaign that exists, with how many were made and when the next one begins. */
export const automaticRetryView = z
  .object({
    after_days: z.int(),
    times: z.int(),
    made: z.int().describe('How many were begun'),
    next_at: isoTime.nullable().describe('When the next one begins; null where none is due'),
  })
  .nullable();
