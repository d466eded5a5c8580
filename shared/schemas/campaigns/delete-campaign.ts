import { z } from 'zod';

export const deleteCampaignOutput = z.object({
  success: z.literal(true),
  message: z.string(),
  released_credits: z.int().describe('Credits released so far'),
  held_credits: z
    .int()
    .describe(
      'Credits still on hold: those for calls not yet made are released within minutes, those for calls already with the carrier are charged or released when it reports them',
    ),
  balance: z.int(),
});
