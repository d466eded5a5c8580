import { newId } from '#server/lib/ids.ts';
import type { RunControl } from './claims/claim-batch.ts';
import type { ClaimDocument } from './claims/claim-model.ts';
import { restBetween } from './placement/drop-rate.ts';
import type { DropsDeps } from './drops-deps.ts';
import { pauseFaulty } from './settlement/pause-faulty.ts';
import { claimsAhead } from './claims/next-claims.ts';
import { deadline, placeClaim, type ClaimOutcome } from './placement/place-claim.ts';
import type { JobControl, RunnableCampaign } from './ports.ts';
import type { HeldUp } from './speech/speak-texts.ts';

/** How long a carrier that does not answer is left in peace. */
const CARRIER_REST_MS = 15_000;
const WHO_IS_AWAY = {
  'carrier down': 'The carrier has taken no calls',
  'speech down': 'The voice service has spoken nothing',
} as const;

/**
 * Calls what is pending of a campaign that is Sending, batch after batch, until nothing is left, the campaign is
 * paused, or the worker is to stop. Can run twice at once: every contact is claimed once (design §4).
 */
export async function runCampaign(deps: DropsDeps, campaignId: string, control: JobControl): Promise<void> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Sending') return;
  const end = await placeAll(deps, campaign, { ...control, holder: newId() });
  if (control.signal.aborted) {
    // Rejects where another worker has taken the job over, and goes on with it.
    await control.heartbeat();
    return deps.jobs.continueRun(campaignId);
  }
  if (end === 'carrier down' || end === 'speech down') return restOrPause(deps, campaign, WHO_IS_AWAY[end]);
  // Before the settlement of now, which takes it back where the campaign has finished meanwhile.
  if (end !== 'slice over') await deps.jobs.settle(campaignId, deadline(deps));
  await deps.jobs.settle(campaignId);
  if (end === 'slice over') await goOnAfterRest(deps, campaign);
}

function goOnAfterRest(
  { jobs, realTime }: DropsDeps,
  { id, dropsPerMinute }: RunnableCampaign,
): Promise<void> {
  return jobs.continueRun(id, new Date(realTime.now().getTime() + restBetween(dropsPerMinute)));
}

/**
 * Places claim after claim, for a while: others have their turn then, and a slow campaign rests. A carrier that answered
 * none of them is down too: a small campaign never gets to the run of failures that a large one stops at. A few without
 * an answer among others are left for later, so that they hold up none of the others.
 */
async function placeAll(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): Promise<ClaimOutcome['end'] | HeldUp | 'slice over'> {
  const { realTime, options } = deps;
  const sliceEnd = realTime.now().getTime() + options.sliceMs;
  const isSlow = restBetween(campaign.dropsPerMinute) > 0;
  let [answered, unanswered] = [0, 0];
  let end: 'placed' | 'slice over' = 'placed';
  for await (const next of claimsAhead(deps, campaign, control)) {
    if (typeof next === 'string') return next;
    const outcome = await placeClaim(deps, next.claim, control, next.taken);
    if (outcome.end !== 'placed') return outcome.end;
    answered += outcome.answered;
    unanswered += outcome.unanswered;
    if (outcome.unanswered > 0 && answered > 0) await leaveForLater(deps, next.claim);
    await control.heartbeat();
    const isOver = (isSlow && answered + unanswered > 0) || realTime.now().getTime() >= sliceEnd;
    if (isOver && next.mayBeLast) {
      end = 'slice over';
      break;
    }
  }
  return unanswered > 0 && answered === 0 ? 'carrier down' : end;
}

/** Calls that the carrier does not answer are tried again when as much time has gone by as since they were first tried. */
async function leaveForLater({ claims, realTime, options }: DropsDeps, claim: ClaimDocument): Promise<void> {
  const now = realTime.now().getTime();
  const age = now - claim.firstClaimedAt.getTime();
  await claims.renew(claim, new Date(now + Math.max(options.claimLeaseMs, age)));
}

/** Who is away for a moment is asked again; where it is away for long, the campaign's owner decides. */
async function restOrPause(deps: DropsDeps, campaign: RunnableCampaign, who: string): Promise<void> {
  const { campaigns, jobs, realTime, log, options } = deps;
  const { id: campaignId, runEpoch } = campaign;
  const since = await campaigns.noteCarrierDown(campaignId, runEpoch);
  if (since === undefined) return;
  const now = realTime.now().getTime();
  if (now - since.getTime() >= options.carrierPatienceMs) {
    const minutes = Math.round(options.carrierPatienceMs / 60_000);
    return pauseFaulty(deps, campaign, `${who} for ${String(minutes)} minutes`);
  }
  log.warn({ campaignId, who }, 'a provider does not answer; the campaign goes on in a moment');
  await jobs.continueRun(campaignId, new Date(now + CARRIER_REST_MS));
}
