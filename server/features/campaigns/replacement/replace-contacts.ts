import type { CampaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { assertOpenAccount } from '#server/features/campaigns/assert-open-account.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import type { VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import {
  consentOf,
  recordConsent,
  type ConsentGiver,
  type ListConsent,
} from '#server/features/campaigns/consent/list-consent.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { assertNotRestored } from '#server/features/campaigns/lifecycle/assert-not-restored.ts';
import { transitionError } from '#server/features/campaigns/lifecycle/transitions.ts';
import { checkDraft } from '#server/features/campaigns/preparation/check-draft.ts';
import { checkedVoice, nameTaken } from '#server/features/campaigns/preparation/draft.ts';
import { NEVER } from '#server/features/campaigns/preparation/preparation-model.ts';
import { holdError, holdKey, tookTooLong } from '#server/features/campaigns/preparation/prepare.ts';
import { storeContacts, type ScreenedList } from '#server/features/campaigns/preparation/store-contacts.ts';
import { leftOutCounts } from '#server/features/campaigns/screening/skipped.ts';
import type { Refusal, RecordedEvent } from '#server/features/credits/api.ts';
import { completeReplacement, heartbeatOf, moreCalls, undoReplacement } from './replacement-steps.ts';
import type { Decided, ReplacedCampaign } from './replacement-store.ts';

/** A campaign as it is to be, without its contacts. */
export interface ReplaceRequest extends ConsentGiver {
  user: SignedInUser;
  campaign: VisibleCampaign;
  draft: CampaignDraftInput;
}

/** A replacement whose contacts are known, with the consent of the saved list that they are from. */
interface ListedReplacement extends ReplaceRequest {
  source: ContactSource;
  listConsent: Consent | undefined;
}

/** What makes the calls of a replacement. */
interface CheckedList extends ScreenedList {
  consent: ListConsent;
}

/**
 * Gives a Scheduled campaign other contacts and fields. Validates everything first; from `begin` on the campaign neither
 * starts nor changes until the replacement is closed. Everything of it is stored and paid for before it is decided, by one
 * update: a failure before that leaves the campaign as it was, after it the sweeper completes what is left.
 */
export async function replaceContacts(
  deps: CampaignsDeps,
  request: ListedReplacement,
  preparationId: string,
): Promise<void> {
  const { replaced, list } = await begin(deps, request, preparationId);
  try {
    await store(deps, request, replaced, list);
  } catch (error) {
    return giveUp(deps, replaced, error);
  }
  const maxCost = request.draft.expected_cost;
  const held = await hold(deps, replaced, maxCost);
  if (held.refusal !== undefined)
    return giveUp(deps, replaced, holdError(held.refusal, moreCalls(replaced), { maxCost }));
  const decided = await deps.replacements.decide(replaced, 'replace');
  if (decided === 'name taken')
    return giveUp(deps, replaced, nameTaken(request.draft.campaign_name), held.event);
  await end(deps, replaced, decided, { error: tookTooLong(), held: held.event });
}

async function begin(
  deps: CampaignsDeps,
  { user, campaign, draft, source, listConsent }: ListedReplacement,
  preparationId: string,
): Promise<{ replaced: ReplacedCampaign; list: CheckedList }> {
  assertNotRestored(campaign, 'Its contacts cannot be replaced.');
  const consent = await consentOf(deps, user.uid, draft.consent ?? listConsent);
  const heldCalls = campaign.total;
  const { fields: next, screening } = await checkDraft(deps, user, {
    draft,
    source,
    split: campaign.split,
    heldCalls,
  });
  const namesake = await deps.campaigns.findOwned(user.uid, next.name);
  if (namesake !== undefined && namesake._id !== campaign._id && namesake.name === next.name)
    throw nameTaken(next.name);
  if (!deps.replacements.hasNumbers(campaign, screening.calls)) {
    const text = 'The contacts of this campaign were replaced too often. Please create a new one.';
    throw new AppError('LIMIT_REACHED', text);
  }
  const replaced = await deps.replacements.begin(campaign, {
    preparationId,
    kind: 'replace',
    run: campaign.run,
    calls: screening.calls,
    leaseUntil: NEVER,
    replaceUntil: fromNow(deps.clock, deps.preparationLeaseMs),
    leftOut: leftOutCounts(screening.skipped),
    next,
  });
  if (replaced === undefined) throw transitionError('replace', await deps.campaigns.find(campaign._id));
  return { replaced, list: { source, screening, consent } };
}

/** Stores the contacts beside those of the campaign, as those of a campaign with the id of the replacement. */
async function store(
  deps: CampaignsDeps,
  request: ListedReplacement,
  replaced: ReplacedCampaign,
  { consent, ...list }: CheckedList,
): Promise<void> {
  const { preparationId, next } = replaced.preparing;
  await assertOpenAccount(deps, replaced.userId);
  // Deleting a voice checks the campaigns that use it: either it finds this one, or this check fails.
  await checkedVoice(deps, replaced.userId, next.voiceId);
  const giver = { ...consent, giver: request, source: list.source };
  await recordConsent(deps, { ...replaced, name: next.name }, giver);
  const beside = { ...replaced, _id: preparationId, columns: next.columns };
  await storeContacts(deps, beside, list, heartbeatOf(deps, replaced));
}

/** Holds the credits of the calls that the campaign does not hold yet, if any, at most `maxCost`. */
async function hold(
  { ledger }: Pick<CampaignsDeps, 'ledger'>,
  replaced: ReplacedCampaign,
  maxCost: number | undefined,
): Promise<{ event?: RecordedEvent; refusal?: Refusal }> {
  const { _id: campaignId, streamId, preparing } = replaced;
  const calls = moreCalls(replaced);
  if (calls <= 0) return {};
  const key = holdKey(campaignId, preparing);
  const held = await ledger.execute(streamId, { type: 'hold', key, campaignId, calls, maxCost });
  return held.ok ? { event: held.event } : { refusal: held.refusal };
}

/** Decides against a replacement that failed and undoes it. Throws the error, unless the sweeper has decided for it. */
async function giveUp(
  deps: CampaignsDeps,
  replaced: ReplacedCampaign,
  error: unknown,
  held?: RecordedEvent,
): Promise<void> {
  const decided = await deps.replacements.decide(replaced, 'keep');
  await end(deps, replaced, decided, { error, held });
}

/** Ends a replacement as it is decided; throws the error if the campaign stays as it was. */
async function end(
  deps: CampaignsDeps,
  replaced: ReplacedCampaign,
  decided: Decided,
  { error, held }: { error: unknown; held: RecordedEvent | undefined },
): Promise<void> {
  if (decided === 'replace') await completeReplacement(deps, replaced);
  if (decided === 'keep') await undoReplacement(deps, replaced, { held });
  const campaign = await deps.campaigns.find(replaced._id);
  const { preparationId } = replaced.preparing;
  if (campaign?.replacements?.includes(preparationId) === true) return;
  // The sweeper has undone it: nothing stored since is moved any more.
  await deps.contacts.erase(preparationId);
  await deps.consents.remove([preparationId]);
  throw error;
}
