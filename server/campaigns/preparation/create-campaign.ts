import { z } from 'zod';
import { CAMPAIGN_STATUSES } from '#shared/campaign-lifecycle.ts';
import { formatNumber } from '#shared/formats.ts';
import { MAX_CAMPAIGNS_A_DAY } from '#shared/limits.ts';
import { createCampaignOutput, type CampaignDraftInput } from '#shared/schemas/campaigns.ts';
import { AppError, unauthenticated } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import { digestOf, runIdempotent, type EarlierAttempt } from '#server/request-keys/idempotent.ts';
import type { SignedInUser } from '#server/trpc/context.ts';
import { assertSubscribed } from '#server/campaigns/assert-subscribed.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { ContactSource } from '#server/campaigns/contact-list/contact-source.ts';
import { assertOwnVoice, checkedDropDate, checkedMessage, checkedVoice, type DraftFields } from './draft.ts';
import type { PreparedCampaign } from './preparation-store.ts';
import { executePreparation, storeContacts } from './prepare.ts';
import { presentCampaign, type VisibleCampaign } from '#server/campaigns/present-campaign.ts';
import { assertCreditsFor } from '#server/campaigns/quote-campaign.ts';

type CreateResult = z.infer<typeof createCampaignOutput>;

export interface CreateRequest {
  user: SignedInUser;
  draft: CampaignDraftInput;
  source: ContactSource;
  idempotencyKey: string | undefined;
}

/**
 * Creates a campaign with its contacts and holds credits for each of them. Validates everything before anything is
 * stored; after a crash at any point the campaign exists completely or not at all.
 */
export function createCampaign(deps: CampaignsDeps, request: CreateRequest): Promise<CreateResult> {
  const { user, draft, source, idempotencyKey: key } = request;
  const digest = digestOf('create', draft, source.digest);
  return runIdempotent(
    deps,
    { uid: user.uid, key, digest },
    {
      idsSchema: z.object({ campaignId: z.string() }),
      resultSchema: createCampaignOutput,
      ids: { campaignId: newId() },
      perform: ({ campaignId }) => create(deps, request, campaignId),
      lookup: ({ campaignId }) => findCreated(deps, user, campaignId),
      // Not by name: a stale attempt would succeed once a later campaign of that name was deleted or renamed.
      cancel: async ({ campaignId }) =>
        (await deps.campaigns.insertTombstone(campaignId, deps.clock.now())) ||
        (await findCreated(deps, user, campaignId)).kind === 'none',
    },
  );
}

async function create(
  deps: CampaignsDeps,
  request: CreateRequest,
  campaignId: string,
): Promise<CreateResult> {
  const { user, draft, source } = request;
  const campaign = await begin(deps, request, campaignId);
  const { event } = await executePreparation(deps, campaign, async (heartbeat) => {
    // Deleting a voice checks the campaigns that use it: either it finds this one, or this check fails.
    await checkedVoice(deps, user.uid, draft.voice_id);
    return storeContacts(deps, campaign, source, heartbeat);
  });
  await deps.jobs.startAt(campaignId, campaign.dropDate);
  return responseFor(deps, campaignId, event.balance.available);
}

/** Returns the response of a successful creation; `balance` is what is available now. */
async function responseFor(
  { campaigns }: Pick<CampaignsDeps, 'campaigns'>,
  campaignId: string,
  balance: number,
): Promise<CreateResult> {
  const campaign = (await campaigns.find(campaignId)) as VisibleCampaign;
  return { success: true, campaign: presentCampaign(campaign), credit_cost: campaign.creditCost, balance };
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

/** Validates the request, then stores the campaign as Preparing; from then on the sweeper resolves it. */
async function begin(
  deps: CampaignsDeps,
  { user, draft, source }: CreateRequest,
  campaignId: string,
): Promise<PreparedCampaign> {
  await assertSubscribed(deps, user.uid);
  await assertCreatedAtMost(deps, user.uid, MAX_CAMPAIGNS_A_DAY - 1);
  const checked = {
    ...checkedMessage(draft.message),
    ...checkedDropDate(draft.drop_date ?? undefined, deps.clock.now()),
  };
  await assertOwnVoice(deps, user.uid, draft.voice_id);
  const calls = await source.check(checked.message);
  if (calls === 0) throw new AppError('INVALID_CSV', 'At least one contact is required');
  await assertCreditsFor(deps, user, calls);
  const fields = { ...checked, ...(await checkedVoice(deps, user.uid, draft.voice_id)) };
  const named = { name: draft.campaign_name, dropsPerMinute: draft.drops_per_minute ?? null };
  const campaign = newCampaign(deps, user, campaignId, { ...fields, ...named }, calls);
  if (!(await deps.campaigns.insert(campaign))) {
    throw new AppError('ALREADY_EXISTS', `You already have a campaign named "${draft.campaign_name}".`);
  }
  try {
    // Concurrent requests may all have passed the first check: each one above the limit undoes its own.
    await assertCreatedAtMost(deps, user.uid, MAX_CAMPAIGNS_A_DAY);
    // Closing an account erases its campaigns: either it finds this one, or this check fails.
    if ((await deps.owners.byUid(user.uid)) === undefined) throw unauthenticated();
  } catch (error) {
    await deps.preparations.abandon(campaign);
    throw error;
  }
  return campaign;
}

const DAY_MS = 24 * 3_600_000;

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

function newCampaign(
  { clock, realTime, preparationLeaseMs }: CampaignsDeps,
  user: SignedInUser,
  _id: string,
  fields: DraftFields,
  calls: number,
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
      leaseUntil: new Date(realTime.now().getTime() + preparationLeaseMs),
      run: 1,
      calls,
    },
    voidedPreparations: [],
    run: 1,
    nextSeq: calls + 1,
    total: 0,
    delivered: 0,
    failed: 0,
    retryable: 0,
    lastSettlement: 0,
    creditCost: 0,
    held: 0,
    charged: 0,
    runEpoch: 0,
  };
}
