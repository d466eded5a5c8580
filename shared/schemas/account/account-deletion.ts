import { z } from 'zod';
import { optional } from '#shared/schemas/options.ts';

/** What an account holds when its owner asks to delete it. */
export const deletionOverviewOutput = z.object({
  /** Campaigns that the account cannot be deleted with, by name. */
  busy: z.array(z.object({ name: z.string(), status: z.string() })),
  /** Campaigns that would be deleted before they start. */
  scheduled: z.int(),
  /** The title of the plan that would be cancelled; `null` without one. */
  plan: z.string().nullable(),
  /** Credits that would be lost, those on hold included. */
  credits: z.int(),
});
export type DeletionOverview = z.infer<typeof deletionOverviewOutput>;

export const deleteAccountInput = z.strictObject({
  email: z.string().max(320).describe('The email address of the account, as a confirmation'),
  password: optional(z.string().max(200)).describe(
    'The current password; not needed with two-step verification, which asks for a recent proof',
  ),
});
export type DeleteAccountInput = z.infer<typeof deleteAccountInput>;
