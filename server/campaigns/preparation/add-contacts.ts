import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import { AppError } from '#server/lib/errors.ts';
import { digestOf } from '#server/request-keys/idempotent.ts';
import type { KnownNumbers } from '#shared/contacts/contact-list.ts';
import type { Preparation } from '#server/campaigns/campaign-model.ts';
import { assertSubscribed } from '#server/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import { prepareOnce, type HeldCalls, type PreparationRequest } from './prepare-once.ts';
import { executePreparation, storeContacts } from './prepare.ts';
import { assertCreditsFor } from '#server/campaigns/quote-campaign.ts';
import { transitionError } from '#server/campaigns/lifecycle/transitions.ts';

/**
 * Adds a contact list to a Scheduled campaign and holds credits for it: all contacts or none, once per Idempotency-Key.
 * Returns the number of contacts, their cost and the available balance after it.
 */
export async function addContacts(
  deps: CampaignsDeps,
  request: PreparationRequest,
  source: ContactSource,
): Promise<{ added: number; credit_cost: number; balance: number }> {
  const { _id, run } = request.campaign;
  const digest = digestOf('add', _id, source.digest);
  const { event, calls } = await prepareOnce(deps, request, { digest, run }, (preparation) =>
    add(deps, request, source, preparation),
  );
  return { added: calls, credit_cost: event.amount, balance: event.balance.available };
}

async function add(
  deps: CampaignsDeps,
  { user, campaign }: PreparationRequest,
  source: ContactSource,
  preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>,
): Promise<HeldCalls> {
  if (!isActionAllowed('addContacts', campaign.status)) throw transitionError('addContacts', campaign);
  await assertSubscribed(deps, user.uid);
  const known = await knownNumbers(deps, campaign._id, source);
  const calls = await source.check(campaign.message, known);
  if (calls === 0) throw new AppError('INVALID_CSV', 'At least one contact is required');
  await assertCreditsFor(deps, user, calls);
  const prepared = await deps.preparations.begin(campaign, ['Scheduled'], {
    ...preparation,
    kind: 'add',
    calls,
  });
  if (prepared === undefined) throw transitionError('addContacts', await deps.campaigns.find(campaign._id));
  return executePreparation(deps, prepared, (heartbeat) => storeContacts(deps, prepared, source, heartbeat));
}

async function knownNumbers(
  { contacts }: CampaignsDeps,
  campaignId: string,
  source: ContactSource,
): Promise<KnownNumbers> {
  const known = { listed: new Set<string>(), dialled: new Set<string>() };
  for await (const numbers of source.numbers()) {
    for (const { listed, dialled } of await contacts.knownNumbers(campaignId, numbers)) {
      known.listed.add(listed);
      known.dialled.add(dialled);
    }
  }
  return known;
}
