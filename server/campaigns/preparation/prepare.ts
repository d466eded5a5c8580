import { formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Preparation } from '#server/campaigns/campaign-model.ts';
import type { CampaignsDeps } from '#server/campaigns/campaigns-deps.ts';
import type { HoldEvent, HoldRefusal } from '#server/campaigns/ports.ts';
import type { PreparationOutcome, PreparedCampaign } from './preparation-store.ts';

/** Shows that a preparation is alive; throws where a sweeper has taken it over. */
export type Heartbeat = () => Promise<void>;

/** The credit key of a preparation's hold (design §3). */
export function holdKey(
  campaignId: string,
  { run, preparationId }: Pick<Preparation, 'run' | 'preparationId'>,
): string {
  return `hold:${campaignId}:${String(run)}:${preparationId}`;
}

/** How many calls a hold is for. */
export function callsOf({ lots = [] }: HoldEvent): number {
  return lots.reduce((sum, { calls }) => sum + calls, 0);
}

/**
 * Carries a preparation out: `store` puts its contacts in place and answers how many calls they are, then credits
 * are held for them, then one update makes it visible. Answers the hold. Whatever is refused on the way is undone;
 * where we die or cannot know, the sweeper finishes or undoes it (design §4).
 */
export async function carryOut(
  deps: CampaignsDeps,
  campaign: PreparedCampaign,
  store: (heartbeat: Heartbeat) => Promise<number>,
): Promise<{ event: HoldEvent; calls: number }> {
  let calls: number;
  try {
    calls = await store(signOfLife(deps, campaign));
  } catch (error) {
    await undo(deps, campaign);
    throw error;
  }
  const { _id: campaignId, streamId } = campaign;
  const held = await deps.ledger.execute(streamId, {
    type: 'hold',
    key: holdKey(campaignId, campaign.preparing),
    campaignId,
    calls,
  });
  if (!held.ok) {
    await undo(deps, campaign);
    throw refusalError(held.refusal);
  }
  await commit(deps, campaign, { calls, credits: held.event.amount });
  return { event: held.event, calls };
}

/** Makes a preparation whose credits are held part of its campaign. */
export function commit(
  deps: Pick<CampaignsDeps, 'preparations'>,
  campaign: PreparedCampaign,
  hold: { calls: number; credits: number },
): Promise<void> {
  return deps.preparations.commit(campaign._id, campaign.preparing.preparationId, outcomeOf(campaign, hold));
}

function outcomeOf(
  { preparing }: PreparedCampaign,
  { calls, credits }: { calls: number; credits: number },
): PreparationOutcome {
  switch (preparing.kind) {
    case 'create':
      return { set: { status: 'Scheduled' }, increase: { total: calls, creditCost: credits, held: credits } };
    case 'add':
      return { set: {}, increase: { total: calls, creditCost: credits, held: credits } };
    case 'retry':
      return {
        // Who failed and is not called again now may not be called any more.
        set: { status: 'Sending', run: preparing.run, retryable: 0 },
        increase: { failed: -calls, held: credits },
      };
  }
}

/** Renews the lease once half of it is over: before that nobody can have taken the preparation over. */
function signOfLife(
  { preparations, realTime, preparationLeaseMs }: CampaignsDeps,
  { _id, preparing }: PreparedCampaign,
): Heartbeat {
  let { leaseUntil } = preparing;
  return async () => {
    const now = realTime.now().getTime();
    if (leaseUntil.getTime() - now > preparationLeaseMs / 2) return;
    leaseUntil = new Date(now + preparationLeaseMs);
    if (await preparations.renew(_id, preparing.preparationId, leaseUntil)) return;
    throw new AppError('UNAVAILABLE', 'This took too long and was given up. Please try again.');
  };
}

/** A sweeper may have closed the preparation before us; then only what we stored since is left to remove. */
async function undo({ contacts, preparations }: CampaignsDeps, campaign: PreparedCampaign): Promise<void> {
  await undoContacts(contacts, campaign);
  await preparations.abandon(campaign);
}

/** Removes what a preparation stored, and ends what it put back to pending. All contacts of a new campaign are its own. */
export function undoContacts(
  contacts: CampaignsDeps['contacts'],
  { _id, preparing: { kind, preparationId } }: PreparedCampaign,
): Promise<void> {
  return kind === 'create' ? contacts.erase(_id) : contacts.undoPreparation(_id, preparationId);
}

/** Why credits could not be held, for the person who pays (contract §6). */
export function refusalError(refusal: HoldRefusal): AppError {
  switch (refusal.type) {
    case 'InsufficientCredits': {
      const { needed, available } = refusal;
      const text = `Insufficient credits: ${formatNumber(needed)} needed, ${formatNumber(available)} available`;
      return new AppError('INSUFFICIENT_CREDITS', text, { needed, available });
    }
    case 'InDebt':
      return new AppError(
        'INSUFFICIENT_CREDITS',
        `Insufficient credits: ${formatNumber(refusal.debt)} are owed after a refund`,
      );
    case 'NoActivePlan':
      return new AppError('SUBSCRIPTION_REQUIRED', 'Subscription Required');
    case 'KeyConflict':
    case 'ExceedsHold':
      return new AppError('UNAVAILABLE', 'This took too long and was given up. Please try again.');
  }
}
