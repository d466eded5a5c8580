import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { CampaignDocument } from '#server/campaigns/campaign-model.ts';
import { refuse } from '#server/campaigns/refuse.ts';

/**
 * Deletes a campaign that is not Sending: from here on it is not there, and its name is free. Pending contacts are
 * not called and what they held is released; what the carrier already has keeps its hold until its report (design §4).
 * Returns the credits released and what can be spent then; asked again while contacts are still being erased, the same.
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
    if (found?.status !== 'Deleting') throw refuse('delete', found);
  }
  const released = await engine.withdraw(_id);
  const { available } = await ledger.balance(user.streamId);
  return { released, balance: available };
}
