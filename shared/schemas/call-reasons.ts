import { z } from 'zod';
import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';

/** Why calls failed: a code of the carrier, or a reason of our own. */
export const callReasonSchema = z.enum(CALL_REASON_KEYS);

/** The same beside its text, of a call in any status. */
export const reasonCode = callReasonSchema
  .nullable()
  .describe('The code of the reason, by which calls are counted and filtered; null unless the call failed');
