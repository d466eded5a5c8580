import { z } from 'zod';
import { CALL_REASON_KEYS, CALL_RETRIES } from '#shared/call-reasons.ts';

/** Why calls failed: a code of the carrier, or a reason of our own. */
export const callReasonSchema = z.enum(CALL_REASON_KEYS);

/** The same beside its text, of a call in any status. */
export const reasonCode = callReasonSchema
  .nullable()
  .describe('The code of the reason, by which calls are counted and filtered; null unless the call failed');

/** GET /api/call-reasons/: why calls can fail. */
export const callReasonsOutput = z.object({
  reasons: z.array(
    z.object({
      code: callReasonSchema,
      meaning: z.string().describe('For a person; it may be reworded'),
      retry: z
        .enum(CALL_RETRIES)
        .describe(
          'Whether a retry makes such calls again: `included` in every retry, `if_named` where the retry names the reason, or `never`',
        ),
    }),
  ),
});
