import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { CampaignDocument } from '#server/campaigns/campaign-model.ts';
import { transitionError } from '#server/campaigns/transition-error.ts';

/**
 * Deletes a campaign that is not Sending and frees its name. Credits of pending contacts are released; calls that the
 * carrier already has keep their hold until their report. Returns the released credits and the balance; idempotent.
 */
export async function deleteCampaign(
  { campaigns, engine, ledger }: CampaignsDeps,
  user: SignedInUser,
  { _id, status }: Pick<CampaignDocument, '_id' | 'status'>,
): Promise<{ released: number; balance: number }> {
  if (status !== 'Deleting') {
    const from = ['Scheduled', 'Paused', 'Success', 'Failed'] as const;
    const deleting = await campaigns.transition(_id, from, 'Deleting', { unset: ['liveName'] });
    const found = deleting ?? (await campaigns.find(_id));
    if (found?.status !== 'Deleting') throw transitionError('delete', found);
  }
  const released = await engine.withdraw(_id);
  const { available } = await ledger.balance(user.streamId);
  return { released, balance: available };
}
