import { MAX_LATE_MS } from '#shared/campaign-lifecycle.ts';
import { MINUTE_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { fromNow } from '#server/platform/lib/clock.ts';
import type { RunControl } from './claims/claim-batch.ts';
import type { ClaimDocument } from './claims/claim-store.ts';
import { mayPlaceAgain, reportDeadline } from './claims/claim-times.ts';
import { nextClaims } from './claims/next-claims.ts';
import type { DropsDeps } from './drops-deps.ts';
import { isAfterLastDay } from './hours/calling-times.ts';
import { callIntervalMs } from './placement/drop-rate.ts';
import { BLOCKED_REASON, callBlock, isBlockedForLong } from './placement/callable-campaign.ts';
import { findNextCalls, type NextCalls } from './hours/next-calls.ts';
import { placeClaim } from './placement/place-claim.ts';
import type { JobControl } from '#server/platform/work/job-control.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { pauseOnFault } from './settlement/pause-on-fault.ts';
import type { BlockReason } from './speech/speak-texts.ts';

/** Delay before a provider that did not respond is tried again. */
const PROVIDER_RETRY_MS = 15_000;
const DOWN_REASONS = {
  'carrier down': 'The carrier has accepted no calls',
  'speech down': 'The voice service has been unavailable',
} as const;

const RESTORED_REASON =
  'It was restored from a backup, and calls may have been made since. Support can allow the others';

const LATE_REASON =
  'Its calls were due more than a day ago, while Hark was not running. Resume it if it is still to be sent';

/** Why a run ended: all placed, its time slice used up, or blocked. */
type RunEnd = 'placed' | 'slice over' | BlockReason;

/**
 * Places the pending calls of a campaign that is Sending, batch by batch, until none is left, its time slice ends, the
 * campaign is paused or the worker stops. Safe to run concurrently: each contact is claimed once.
 */
export async function runCampaign(deps: DropsDeps, campaignId: string, control: JobControl): Promise<void> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Sending') return;
  const block = await callBlock(deps, campaign.caller);
  // The scan queues a run that waits again, every 30 seconds.
  if (block !== undefined && !isBlockedForLong(deps, block)) return;
  if (block !== undefined) return pauseOnFault(deps, campaign, { reason: BLOCKED_REASON, cause: 'other' });
  if (isUncertain(deps, campaign))
    return pauseOnFault(deps, campaign, { reason: RESTORED_REASON, cause: 'other' });
  if (isLate(deps, campaign) && !isAfterLastDay(deps, campaign))
    return pauseOnFault(deps, campaign, { reason: LATE_REASON, cause: 'other' });
  const end = await placeAll(deps, campaign, { ...control, holder: newId() });
  if (control.signal.aborted) {
    // Rejects if another worker has acquired the job: that worker continues the run.
    await control.heartbeat();
    return deps.jobs.continueRun(campaignId);
  }
  if (end === 'carrier down' || end === 'speech down') return retryLaterOrPause(deps, campaign, end);
  const next = end === 'placed' ? await findNextCalls(deps, campaign, () => control.heartbeat()) : undefined;
  // Schedule the deadline settlement first: an immediate settlement that finishes the campaign removes it.
  if (end !== 'slice over') await deps.jobs.settle(campaignId, reportDeadline(deps));
  await deps.jobs.settle(campaignId);
  if (end === 'slice over') await continueAfterInterval(deps, campaign);
  if (end === 'placed') await continueAtNextCalls(deps, campaign, next);
}

/** Whether calls of a restored campaign may have been made under keys that the carrier has forgotten. */
function isUncertain(deps: DropsDeps, { restoredFrom }: RunnableCampaign): boolean {
  return restoredFrom !== undefined && !mayPlaceAgain(deps, { firstClaimedAt: restoredFrom });
}

/** Whether a campaign that waited for calling hours was to go on more than a day ago. */
function isLate({ clock }: DropsDeps, { nextCalls }: RunnableCampaign): boolean {
  return nextCalls !== undefined && clock.now().getTime() - nextCalls.at.getTime() > MAX_LATE_MS;
}

/** Lets the campaign sleep until its next contact may be called. */
async function continueAtNextCalls(
  { campaigns, jobs, clock }: DropsDeps,
  campaign: RunnableCampaign,
  next: NextCalls | undefined,
): Promise<void> {
  const later = next !== undefined && next.at > clock.now() ? next : undefined;
  if (later !== undefined || campaign.nextCalls !== undefined) await campaigns.setNextCalls(campaign, later);
  if (next !== undefined) await jobs.continueRun(campaign.id, next.at);
}

function continueAfterInterval(
  { jobs, clock }: DropsDeps,
  { id, dropsPerMinute }: RunnableCampaign,
): Promise<void> {
  return jobs.continueRun(id, fromNow(clock, callIntervalMs(dropsPerMinute)));
}

/**
 * Places claims until the time slice ends. If the carrier responded to none of the calls it counts as down, even when
 * there were too few for the limit on consecutive failures. A few calls with an unknown result among others are postponed.
 */
async function placeAll(deps: DropsDeps, campaign: RunnableCampaign, control: RunControl): Promise<RunEnd> {
  const { clock, options } = deps;
  const sliceEnd = clock.now().getTime() + options.sliceMs;
  const isSlow = callIntervalMs(campaign.dropsPerMinute) > 0;
  let [responses, unknown] = [0, 0];
  let isWaiting = campaign.nextCalls !== undefined;
  let end: RunEnd = 'placed';
  for await (const next of nextClaims(deps, campaign, control)) {
    if (next.kind === 'blocked') return next.reason;
    if (isWaiting && next.claim.drops.length > 0) {
      await deps.campaigns.setNextCalls(campaign, undefined);
      isWaiting = false;
    }
    const outcome = await placeClaim(deps, { campaign, ...next }, control);
    if (outcome.end !== 'placed') return outcome.end;
    responses += outcome.responses;
    unknown += outcome.unknown;
    if (outcome.unknown > 0 && responses > 0) await postponeUnknown(deps, next.claim);
    await control.heartbeat();
    const isOver = (isSlow && responses + unknown > 0) || clock.now().getTime() >= sliceEnd;
    if (isOver && next.mayEndRun) {
      end = 'slice over';
      break;
    }
  }
  return unknown > 0 && responses === 0 ? 'carrier down' : end;
}

/** Exponential backoff: calls with an unknown result are retried after as long as they have been tried already. */
async function postponeUnknown({ claims, clock, options }: DropsDeps, claim: ClaimDocument): Promise<void> {
  const now = clock.now().getTime();
  const age = now - claim.firstClaimedAt.getTime();
  await claims.renew(claim, new Date(now + Math.max(options.claimLeaseMs, age)));
}

/** Retries a provider that is down after a short delay; pauses the campaign once it has been down for too long. */
async function retryLaterOrPause(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  down: keyof typeof DOWN_REASONS,
): Promise<void> {
  const { campaigns, jobs, clock, log, options } = deps;
  const { id: campaignId, runEpoch } = campaign;
  const since = await campaigns.recordCarrierDown(campaignId, runEpoch);
  if (since === undefined) return;
  const now = clock.now().getTime();
  if (now - since.getTime() >= options.carrierPatienceMs) {
    const minutes = Math.round(options.carrierPatienceMs / MINUTE_MS);
    return pauseOnFault(deps, campaign, {
      reason: `${DOWN_REASONS[down]} for ${String(minutes)} minutes`,
      cause: 'other',
    });
  }
  log.warn({ campaignId, down }, 'a provider does not respond; the run is retried later');
  await jobs.continueRun(campaignId, new Date(now + PROVIDER_RETRY_MS));
}
