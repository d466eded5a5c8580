import { mayDo } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import type { CampaignsDeps } from './campaigns-deps.ts';
import type { ContactSource } from './contact-source.ts';
import { carryOut } from './prepare.ts';
import type { VisibleCampaign } from './present-campaign.ts';
import { refuse } from './refuse.ts';
import { storeContacts } from './store-contacts.ts';

/**
 * Adds a checked list to a campaign that is Scheduled; the hold grows with it. All of the list is added or nothing.
 * Answers how many were added, what they cost, and what can be spent then.
 */
export async function addContacts(
  deps: CampaignsDeps,
  user: SignedInUser,
  campaign: VisibleCampaign,
  source: ContactSource,
): Promise<{ added: number; credit_cost: number; balance: number }> {
  if (!mayDo('addContacts', campaign.status)) throw refuse('addContacts', campaign);
  if (!(await deps.subscriptions.isSubscribed(user.uid)))
    throw new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
  const known = await knownNumbers(deps, campaign._id, source);
  const calls = await source.check((number) => known.has(number));
  if (calls === 0) throw new AppError('INVALID_CSV', 'At least one contact is required');
  const leaseUntil = new Date(deps.clock.now().getTime() + deps.preparationLeaseMs);
  const preparation = { step: newId(), kind: 'add' as const, leaseUntil, run: campaign.run, calls };
  const prepared = await deps.preparations.begin(campaign, ['Scheduled'], preparation);
  if (prepared === undefined) throw refuse('addContacts', await deps.campaigns.find(campaign._id));
  const { event } = await carryOut(deps, prepared, (alive) => storeContacts(deps, prepared, source, alive));
  return { added: calls, credit_cost: event.amount, balance: event.balance.available };
}

async function knownNumbers(
  { contacts }: CampaignsDeps,
  campaignId: string,
  source: ContactSource,
): Promise<Set<string>> {
  const known = new Set<string>();
  for await (const numbers of source.numbers()) {
    for (const number of await contacts.knownNumbers(campaignId, numbers)) known.add(number);
  }
  return known;
}
