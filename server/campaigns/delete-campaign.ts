import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { VisibleCampaign } from './present-campaign.ts';
import { refuse } from './refuse.ts';

/**
 * Deletes a campaign that is not Sending: from here on it is not there, and its name is free. Pending contacts are
 * not called and what they held is released; what the carrier already has keeps its hold until its report (design §4).
 * Answers the credits released and what can be spent then.
 */
export async function deleteCampaign(
  { campaigns, engine, ledger }: CampaignsDeps,
  user: SignedInUser,
  { _id }: VisibleCampaign,
): Promise<{ released: number; balance: number }> {
  const deleting = await campaigns.transition(_id, ['Scheduled', 'Paused', 'Success', 'Failed'], 'Deleting', {
    unset: ['liveName'],
  });
  if (deleting === undefined) throw refuse('delete', await campaigns.find(_id));
  const released = await engine.withdraw(_id);
  const { available } = await ledger.balance(user.streamId);
  return { released, balance: available };
}
