import { z } from 'zod';
import { automaticRetry } from './automatic-retry.ts';
import { campaignRef } from './campaigns.ts';

/** A campaign and the retries that it makes by itself. */
export const setRetriesInput = campaignRef
  .extend({ retry: automaticRetry.nullable().describe('Null ends them') })
  .strict();
export const setRetriesOutput = z.object({ success: z.literal(true) });
