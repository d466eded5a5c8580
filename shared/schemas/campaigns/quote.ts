import { z } from 'zod';

/** Price of a number of calls and the balance after it (tRPC only, for the wizard). */
export const quoteInput = z.object({ calls: z.int().min(0).max(10_000_000) });
export const quoteOutput = z.object({
  calls: z.int(),
  allowanceCalls: z.int(),
  extraCalls: z.int(),
  creditsPerCall: z.int(),
  creditsPerExtraCall: z.int(),
  cost: z.int(),
  balance: z.int().describe('What can be spent now'),
  balanceAfter: z.int().describe('Negative when the credits do not suffice'),
  affordable: z.int().describe('How many of these calls the balance suffices for'),
  renewalPending: z
    .boolean()
    .describe('A billing period has begun that is not paid yet: these are prices of the period before'),
});
