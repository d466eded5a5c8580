import { isActionAllowed } from '#shared/campaign-lifecycle.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { digestOf } from '#server/platform/idempotency/idempotent.ts';
import { presentNotes, type ListNotes } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import type { Skipped } from '#shared/schemas/calling/calling.ts';
import type { KnownNumbers } from '#shared/contacts/contact-list.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import {
  consentOf,
  recordConsent,
  type ConsentGiver,
} from '#server/features/campaigns/consent/list-consent.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import {
  runIdempotentPreparation,
  type HeldCalls,
  type PreparationRequest,
} from './idempotent-preparation.ts';
import { executePreparation } from './prepare.ts';
import { storeContacts } from './store-contacts.ts';
import { screenList } from '#server/features/campaigns/screening/screen-list.ts';
import { assertAnybodyLeft, leftOutCounts } from '#server/features/campaigns/screening/skipped.ts';
import { assertCreditsFor } from '#server/features/campaigns/quotes/quote-campaign.ts';
import { withDivision } from '#server/features/campaigns/split/split-campaigns.ts';
import { transitionError } from '#server/features/campaigns/lifecycle/transitions.ts';

/** A list to add, with its consent; without one, the consent of the calling profile counts. */
export interface AddRequest extends PreparationRequest, ConsentGiver {
  consent?: Consent | null | undefined;
}

interface AddedContacts extends ListNotes {
  added: number;
  skipped: Skipped;
  credit_cost: number;
  balance: number;
}

/**
 * Adds a contact list to a Scheduled campaign and holds credits for it: all contacts that may be called or none, once per
 * Idempotency-Key. Returns how many were added and left out, their cost and the available balance after it.
 */
export async function addContacts(
  deps: CampaignsDeps,
  request: AddRequest,
  source: ContactSource,
): Promise<AddedContacts> {
  const { _id, run } = request.campaign;
  // Without a consent as before: a repeated request may have been made by an earlier version.
  const options = [
    ...(request.consent ? [request.consent] : []),
    ...(source.invalid ? ['skip_invalid'] : []),
  ];
  const digest = digestOf('add', _id, source.digest, ...options);
  const notesOf = (preparationId: string) => checkedAgain(deps, request.campaign, source, preparationId);
  const { event, calls, skipped, warnings, invalid_rows } = await runIdempotentPreparation(
    deps,
    request,
    { digest, run, notesOf },
    (preparation) => add(deps, request, source, preparation),
  );
  const added = { added: calls, skipped, credit_cost: event.amount, balance: event.balance.available };
  return { ...added, warnings, ...(invalid_rows !== undefined && { invalid_rows }) };
}

/** Returns what an earlier attempt found out: the same list is checked again, without the contacts it stored. */
async function checkedAgain(
  deps: CampaignsDeps,
  { _id, message, columns }: PreparationRequest['campaign'],
  source: ContactSource,
  preparationId: string,
): Promise<ListNotes> {
  await source.check(message, await knownNumbers(deps, _id, source, preparationId), columns);
  return presentNotes(source);
}

async function add(
  deps: CampaignsDeps,
  request: AddRequest,
  source: ContactSource,
  preparation: Pick<Preparation, 'preparationId' | 'run' | 'leaseUntil'>,
): Promise<HeldCalls> {
  const { user, campaign } = request;
  if (!isActionAllowed('addContacts', campaign.status)) throw transitionError('addContacts', campaign);
  await assertSubscribed(deps, user.uid);
  const consent = await consentOf(deps, user.uid, request.consent);
  const known = await knownNumbers(deps, campaign._id, source);
  const half = campaign.split && (await withDivision(deps, user.uid, campaign.split));
  const screening = await screenList(deps, campaign, { source, known, half });
  assertAnybodyLeft(screening, campaign);
  const { calls, skipped } = screening;
  await assertCreditsFor(deps, user, calls);
  const prepared = await deps.preparations.begin(campaign, ['Scheduled'], {
    ...preparation,
    kind: 'add',
    calls,
    leftOut: leftOutCounts(skipped),
  });
  if (prepared === undefined) throw transitionError('addContacts', await deps.campaigns.find(campaign._id));
  const held = await executePreparation(deps, prepared, async (heartbeat) => {
    await recordConsent(deps, prepared, { ...consent, giver: request, source });
    return storeContacts(deps, prepared, { source, screening }, heartbeat);
  });
  return { ...held, skipped, ...presentNotes(source) };
}

/** Returns the numbers that a campaign has, except those that one preparation has added. */
async function knownNumbers(
  { contacts }: CampaignsDeps,
  campaignId: string,
  source: ContactSource,
  except?: string,
): Promise<KnownNumbers> {
  const known = { listed: new Set<string>(), dialled: new Set<string>() };
  for await (const numbers of source.numbers()) {
    for (const { listed, dialled } of await contacts.knownNumbers(campaignId, numbers, except)) {
      known.listed.add(listed);
      known.dialled.add(dialled);
    }
  }
  return known;
}
