import { z } from 'zod';

/** GET /{provider}/credits/: what can be spent now, and what is on hold (contract §6). */
export const creditsOutput = z.object({
  balance: z.int().describe('Credits that can be spent now'),
  held: z.int().describe('Credits on hold for campaigns'),
});

/** The types of a credit event, in the words every screen, table and script uses. */
export const CREDIT_EVENT_TYPES = ['grant', 'hold', 'release', 'deduct', 'adjust'] as const;
export type CreditEventType = (typeof CREDIT_EVENT_TYPES)[number];
