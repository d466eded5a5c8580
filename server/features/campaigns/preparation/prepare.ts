import { formatCount, formatNumber } from '#shared/formats.ts';
import { AppError } from '#server/platform/lib/errors.ts';
import type { Preparation } from '#server/features/campaigns/preparation/preparation-model.ts';
import { assertOpenAccount } from '#server/features/campaigns/assert-open-account.ts';
import type { CampaignsDeps } from '#server/features/campaigns/campaigns-deps.ts';
import { storedPlannedEnd } from '#server/features/campaigns/quotes/planned-end.ts';
import type { RecordedEvent, Refusal } from '#server/features/credits/api.ts';
import { PAUSED_REASON } from '#server/platform/backup/restored-campaign.ts';
import { callerOf } from '#server/features/campaigns/test-drops/test-owner.ts';
import type { PreparationOutcome } from './preparation-outcome.ts';
import type { PreparedCampaign } from './preparation-store.ts';

/** What a person agreed to pay for a hold: that alone, or at most so much. */
export interface AgreedCost {
  cost?: number | undefined;
  maxCost?: number | undefined;
}

/** Renews the lease of a preparation; throws UNAVAILABLE if the sweeper has closed it. */
export type Heartbeat = () => Promise<void>;

/** Returns the ledger key of a preparation's hold. */
export function holdKey(
  campaignId: string,
  { run, preparationId }: Pick<Preparation, 'run' | 'preparationId'>,
): string {
  return `hold:${campaignId}:${String(run)}:${preparationId}`;
}

/** Returns the number of calls a hold covers. */
export function callsOf({ lots = [] }: RecordedEvent): number {
  return lots.reduce((sum, { calls }) => sum + calls, 0);
}

/**
 * Executes a preparation and returns its hold: `store` writes the contacts and returns their number, credits are held,
 * one update commits. A refusal is undone here, also of a cost that was not agreed to, or if the account is being erased;
 * after a crash or timeout the sweeper commits or undoes.
 */
export async function executePreparation(
  deps: CampaignsDeps,
  campaign: PreparedCampaign,
  store: (heartbeat: Heartbeat) => Promise<number>,
  agreed: AgreedCost = {},
): Promise<{ event: RecordedEvent; calls: number }> {
  let calls: number;
  try {
    await assertOpenAccount(deps, callerOf(campaign.userId).caller);
    const { _id, preparing } = campaign;
    const renew = (until: Date) => deps.preparations.renew(_id, preparing.preparationId, until);
    calls = await store(createHeartbeat(deps, preparing.leaseUntil, renew));
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
    ...agreed,
  });
  if (!held.ok) {
    await undo(deps, campaign);
    throw holdError(held.refusal, calls, agreed);
  }
  await commit(deps, campaign, { calls, credits: held.event.amount });
  return { event: held.event, calls };
}

/** Commits a preparation whose credits are held. */
export async function commit(
  deps: Pick<CampaignsDeps, 'statuses' | 'contacts' | 'plannedEnd'>,
  campaign: PreparedCampaign,
  hold: { calls: number; credits: number },
): Promise<void> {
  const { _id, preparing } = campaign;
  const { preparationId, leftOut = {} } = preparing;
  const outcomes =
    preparing.kind === 'retry' && campaign.outcomes !== undefined
      ? await deps.contacts.retriedReasons(_id, preparationId)
      : undefined;
  const { set, ...outcome } = unlessRestored(campaign, outcomeOf(campaign, hold));
  // Only an estimate: without one the preparation, whose credits are held, still commits.
  const estimate = () => storedPlannedEnd(deps, _id, campaign).catch(() => null);
  const end = preparing.kind === 'add' && { plannedEnd: await estimate() };
  await deps.statuses.commitPreparation(campaign, { ...outcome, set: { ...set, ...end }, outcomes, leftOut });
}

/** What starts calls in a campaign that was in a backup waits for its owner, who may have ended it since. */
function unlessRestored({ userId, restoredFrom }: PreparedCampaign, outcome: Outcome): Outcome {
  if (restoredFrom === undefined || outcome.to === undefined) return outcome;
  // Only campaigns that have started are scanned, and nobody can resume a test call.
  const ended = callerOf(userId).isTest && { startedAt: restoredFrom };
  return { ...outcome, to: 'Paused', set: { ...outcome.set, ...ended, statusReason: PAUSED_REASON } };
}

type Outcome = Omit<PreparationOutcome, 'leftOut' | 'outcomes'>;

function outcomeOf(
  { preparing, outcomes }: PreparedCampaign,
  { calls, credits }: { calls: number; credits: number },
): Outcome {
  switch (preparing.kind) {
    case 'create':
      return {
        to: 'Scheduled',
        set: {},
        increase: { total: calls, creditCost: credits, held: credits },
      };
    case 'add':
      return { set: {}, increase: { total: calls, creditCost: credits, held: credits } };
    case 'retry': {
      const { run } = preparing;
      // Older versions did not count exactly how many are retryable; unset where this could not be counted just now.
      return outcomes === undefined
        ? { to: 'Sending', set: { run, retryable: 0 }, increase: { failed: -calls, held: credits } }
        : { to: 'Sending', set: { run }, increase: { failed: -calls, retryable: -calls, held: credits } };
    }
  }
}

/** Returns a heartbeat that renews a lease once half of it has passed. */
export function createHeartbeat(
  { clock, preparationLeaseMs }: Pick<CampaignsDeps, 'clock' | 'preparationLeaseMs'>,
  until: Date,
  renew: (until: Date) => Promise<boolean>,
): Heartbeat {
  let leaseUntil = until;
  return async () => {
    const now = clock.now().getTime();
    if (leaseUntil.getTime() - now > preparationLeaseMs / 2) return;
    leaseUntil = new Date(now + preparationLeaseMs);
    if (!(await renew(leaseUntil))) throw tookTooLong();
  };
}

/** Undoes a preparation, also one the sweeper closed first: contacts stored since are removed. */
async function undo(deps: CampaignsDeps, campaign: PreparedCampaign): Promise<void> {
  await undoStored(deps, campaign);
  await deps.preparations.abandon(campaign);
}

/**
 * Removes the contacts a preparation stored, with their consent, and fails those it put back to pending. Call it before the
 * preparation is closed: after a crash in between it is repeated.
 */
export async function undoStored(
  { contacts, consents, jobs }: Pick<CampaignsDeps, 'contacts' | 'consents' | 'jobs'>,
  { _id, preparing: { kind, preparationId } }: PreparedCampaign,
): Promise<void> {
  await (kind === 'create' ? contacts.erase(_id) : contacts.undoPreparation(_id, preparationId));
  await consents.remove([preparationId]);
  // Calls that were delivered meanwhile: the scan does not cover finished campaigns.
  if (kind === 'retry') await jobs.settle(_id);
}

/** Returns the error for a retry that would make other calls, or at another price, than the person agreed to. */
export function retryChanged({ calls, cost }: { calls: number; cost: number }): AppError {
  const text = `It is now ${formatCount(calls, 'call')} for ${formatNumber(cost)} credits. Please confirm again.`;
  return new AppError('CONFLICT', text, { calls, cost });
}

/** Returns the error for calls that cost more than was agreed to. */
export function costsMore({ calls, cost }: { calls: number; cost: number }, expected: number): AppError {
  const text = `It is ${formatCount(calls, 'call')} for ${formatNumber(cost)} credits now, and ${formatNumber(expected)} were agreed to. Please confirm the price.`;
  return new AppError('CONFLICT', text, { calls, cost, expected_cost: expected });
}

/** Returns the error for a hold of calls that was refused at what was agreed. */
export function holdError(refusal: Refusal, calls: number, { maxCost }: AgreedCost): AppError {
  if (refusal.type !== 'CostChanged') return refusalError(refusal);
  const { cost } = refusal;
  return maxCost === undefined ? retryChanged({ calls, cost }) : costsMore({ calls, cost }, maxCost);
}

/** Returns the error for a preparation that the sweeper has undone. */
export function tookTooLong(): AppError {
  return new AppError('UNAVAILABLE', 'This took too long and was cancelled. Please try again.');
}

/** Returns the error for a refused hold. */
export function refusalError(refusal: Refusal): AppError {
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
    case 'CostChanged':
    case 'ExceedsHold':
      return tookTooLong();
  }
}
