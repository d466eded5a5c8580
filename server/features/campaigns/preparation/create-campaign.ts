import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';
import { MAX_CAMPAIGNS_A_DAY } from '#shared/limits.ts';
import { createCampaignOutput, type CampaignDraftInput } from '#shared/schemas/campaigns/campaigns.ts';
import type { Consent } from '#shared/schemas/campaigns/consent.ts';
import { DAY_MS } from '#shared/time-units.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { digestOf, runIdempotent, type EarlierAttempt } from '#server/platform/idempotency/idempotent.ts';
import type { SignedInUser } from '#server/platform/trpc/context.ts';
import { assertSubscribed } from '#server/features/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import type { Screening } from '#server/features/campaigns/screening/screen-list.ts';
import { leftOutCounts } from '#server/features/campaigns/screening/skipped.ts';
import {
  consentOf,
  recordConsent,
  type ConsentGiver,
  type ListConsent,
} from '#server/features/campaigns/consent/list-consent.ts';
import { presentNotes, type ListNotes } from '#server/features/campaigns/contact-list/invalid-rows.ts';
import type { ContactSource } from '#server/features/campaigns/contact-list/contact-source.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import { assertOnlyHalf, assertSplit } from '#server/features/campaigns/split/split-campaigns.ts';
import { checkDraft } from './check-draft.ts';
import { checkedVoice, nameTaken } from './draft.ts';
import type { DraftFields } from './draft-fields.ts';
import { warningsOf } from './check-message.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import { executePreparation, type Heartbeat } from './prepare.ts';
import { withNamedList } from '#server/features/campaigns/saved-lists/named-list.ts';
import { storeContacts } from './store-contacts.ts';
import { presentCampaign, type VisibleCampaign } from '#server/features/campaigns/present-campaign.ts';

type CreateResult = z.infer<typeof createCampaignOutput>;

export interface CreateRequest extends ConsentGiver {
  user: SignedInUser;
  draft: CampaignDraftInput;
  /** The contacts; undefined if the draft names a saved list. */
  source: ContactSource | undefined;
  idempotencyKey: string | undefined;
}

/**
 * Creates a campaign with its contacts and holds credits for each of them. Validates everything before anything is
 * stored; after a crash at any point the campaign exists completely or not at all.
 */
export function createCampaign(deps: CampaignsDeps, request: CreateRequest): Promise<CreateResult> {
  const { user, draft, source, idempotencyKey: key } = request;
  // A saved list counts by its id: when it has changed since, a repeated request is still the same.
  const digest = digestOf('create', draft, ...(source === undefined ? [] : [source.digest]));
  return runIdempotent(
    deps,
    { uid: user.uid, key, digest },
    {
      idsSchema: z.object({ campaignId: z.string() }),
      resultSchema: createCampaignOutput,
      ids: { campaignId: newId() },
      perform: async ({ campaignId }) => {
        // Before a saved list is copied.
        await assertSubscribed(deps, user.uid);
        return withNamedList(deps, user.uid, { source, listId: draft.list_id }, (contacts, listConsent) =>
          create(deps, { ...request, source: contacts, listConsent }, campaignId),
        );
      },
      lookup: async ({ campaignId }) => {
        const created = await findCreated(deps, user, campaignId);
        if (created.kind !== 'done') return created;
        return { ...created, result: withNotes(created.result, await checkedAgain(request)) };
      },
      // Not by name: a stale attempt would succeed once a later campaign of that name was deleted or renamed.
      cancel: async ({ campaignId }) =>
        (await deps.campaigns.insertTombstone(campaignId, deps.clock.now())) ||
        (await findCreated(deps, user, campaignId)).kind === 'none',
    },
  );
}

/** A request whose contacts are known, with the consent of the saved list that they are from. */
interface ListedRequest extends CreateRequest {
  source: ContactSource;
  listConsent: Consent | undefined;
}

async function create(
  deps: CampaignsDeps,
  request: ListedRequest,
  campaignId: string,
): Promise<CreateResult> {
  const { user, draft, source } = request;
  const { campaign, screening, consent } = await begin(deps, request, campaignId);
  const store = async (heartbeat: Heartbeat) => {
    // Deleting a voice checks the campaigns that use it: either it finds this one, or this check fails.
    await checkedVoice(deps, user.uid, draft.voice_id);
    await recordConsent(deps, campaign, { ...consent, giver: request, source });
    return storeContacts(deps, campaign, { source, screening }, heartbeat);
  };
  const { event } = await executePreparation(deps, campaign, store, { maxCost: draft.expected_cost });
  await deps.jobs.startAt(campaignId, campaign.dropDate);
  const response = await responseFor(deps, campaignId, event.balance.available);
  return withNotes(response, presentNotes(source));
}

/** Returns the response of a creation that has succeeded; `balance` is what is available now. */
export async function responseFor(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  campaignId: string,
  balance: number,
): Promise<CreateResult> {
  const found = (await campaigns.find(campaignId)) as VisibleCampaign;
  const campaign = presentCampaign(found);
  return {
    success: true,
    campaign,
    skipped: campaign.skipped,
    credit_cost: found.creditCost,
    balance,
    warnings: warningsOf(found.messageCheck),
  };
}

async function findCreated(
  deps: Pick<CampaignsDeps, 'campaigns' | 'ledger'>,
  user: SignedInUser,
  campaignId: string,
): Promise<EarlierAttempt<CreateResult>> {
  const campaign = await deps.campaigns.find(campaignId);
  if (CAMPAIGN_STATUSES.some((status) => status === campaign?.status)) {
    const { available } = await deps.ledger.balance(user.streamId);
    return { kind: 'done', result: await responseFor(deps, campaignId, available) };
  }
  return { kind: campaign?.preparing === undefined ? 'none' : 'in progress' };
}

/** Returns a result with what was found out about its list. */
export function withNotes<Result extends Pick<CreateResult, 'warnings'>>(
  result: Result,
  { warnings, ...notes }: ListNotes,
): Result {
  return { ...result, ...notes, warnings: [...result.warnings, ...warnings] };
}

/** Returns what an earlier attempt found out about the list: a repeated request has the same one, which is checked again. */
export async function checkedAgain({
  draft,
  source,
}: Pick<CreateRequest, 'draft' | 'source'>): Promise<ListNotes> {
  if (source === undefined) return { warnings: [] };
  await source.check(draft.message);
  return presentNotes(source);
}

/** Validates the request, then stores the campaign as Preparing; from then on the sweeper resolves it. */
async function begin(
  deps: CampaignsDeps,
  { user, draft, source, listConsent }: ListedRequest,
  campaignId: string,
): Promise<{ campaign: PreparedCampaign; screening: Screening; consent: ListConsent }> {
  const consent = await consentOf(deps, user.uid, draft.consent ?? listConsent);
  await assertCreatedAtMost(deps, user.uid, MAX_CAMPAIGNS_A_DAY - 1);
  const { split } = draft;
  const { fields, screening } = await checkDraft(deps, user, { draft, source, split });
  if (split !== undefined) await assertSplit(deps, user, { split, maxCalls: draft.max_calls }, screening);
  const campaign = newCampaign(deps, user, campaignId, fields, screening);
  if (!(await deps.campaigns.insert(campaign))) {
    throw nameTaken(draft.campaign_name);
  }
  try {
    // Concurrent requests may all have passed the first check: each one above the limit undoes its own.
    await assertCreatedAtMost(deps, user.uid, MAX_CAMPAIGNS_A_DAY);
    await assertOnlyHalf(deps, campaign);
  } catch (error) {
    await deps.preparations.abandon(campaign);
    throw error;
  }
  return { campaign, screening, consent };
}

/** Throws LIMIT_REACHED above `max` in 24 hours. Deleted campaigns count: each leaves a record and ledger events. */
async function assertCreatedAtMost(
  { campaigns, clock }: CampaignsDeps,
  uid: string,
  max: number,
): Promise<void> {
  const since = new Date(clock.now().getTime() - DAY_MS);
  if ((await campaigns.countCreatedSince(uid, since, max + 1)) <= max) return;
  const text = `You can create up to ${formatNumber(MAX_CAMPAIGNS_A_DAY)} campaigns in 24 hours. Please try again later.`;
  throw new AppError('LIMIT_REACHED', text);
}

/** Returns a campaign that is being prepared, with the fields of its draft. */
export function newCampaign(
  { clock, preparationLeaseMs }: CampaignsDeps,
  user: SignedInUser,
  _id: string,
  fields: DraftFields,
  { calls, skipped }: Screening,
): PreparedCampaign {
  return {
    ...fields,
    _id,
    liveName: fields.name,
    userId: user.uid,
    streamId: user.streamId,
    createdAt: clock.now(),
    status: 'Preparing',
    preparing: {
      preparationId: newId(),
      kind: 'create',
      leaseUntil: fromNow(clock, preparationLeaseMs),
      run: 1,
      calls,
      leftOut: leftOutCounts(skipped),
    },
    voidedPreparations: [],
    run: 1,
    nextSeq: calls + 1,
    total: 0,
    delivered: 0,
    failed: 0,
    retryable: 0,
    outcomes: {},
    lastSettlement: 0,
    creditCost: 0,
    held: 0,
    charged: 0,
    runEpoch: 0,
  };
}
