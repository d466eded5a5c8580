import { newId } from '#server/ids.ts';
import { claimBatch, takeOverClaims, type RunControl } from './claim-batch.ts';
import type { ClaimDocument } from './claim-model.ts';
import { restBetween } from './drop-rate.ts';
import type { DropsDeps } from './drops-deps.ts';
import { pauseFaulty } from './pause-faulty.ts';
import { oneAhead } from './one-ahead.ts';
import { deadline, placeClaim, type ClaimOutcome } from './place-claim.ts';
import type { JobControl, RunnableCampaign } from './ports.ts';
import type { HeldUp } from './speak-texts.ts';
import { giveBack } from './unsent-calls.ts';

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
  if (control.signal.aborted) return deps.jobs.goOn(campaignId);
  if (end === 'carrier down' || end === 'speech down') return restOrPause(deps, campaign, WHO_IS_AWAY[end]);
  await deps.jobs.settle(campaignId);
  if (end === 'slice over') return goOnAfterRest(deps, campaign);
  await deps.jobs.settle(campaignId, deadline(deps));
}

function goOnAfterRest({ jobs, clock }: DropsDeps, { id, dropsPerMinute }: RunnableCampaign): Promise<void> {
  return jobs.goOn(id, new Date(clock.now().getTime() + restBetween(dropsPerMinute)));
}

/**
 * Places claim after claim, for a while: others have their turn then, and a slow campaign rests. A carrier that answered none of them is down too: a small campaign never gets to the run of
 * failures that a large one stops at. A few without an answer among others are tried again after all the others.
 */
async function placeAll(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): Promise<ClaimOutcome['end'] | HeldUp | 'slice over'> {
  const { clock, options } = deps;
  const sliceEnd = clock.now().getTime() + options.sliceMs;
  const isSlow = restBetween(campaign.dropsPerMinute) > 0;
  let end: 'placed' | 'slice over' = 'placed';
  let [answered, unanswered] = [0, 0];
  for await (const next of claimsAhead(deps, campaign, control)) {
    if (typeof next === 'string') return next;
    const outcome = await placeClaim(deps, next.claim, control, next.taken);
    if (outcome.end !== 'placed') return outcome.end;
    answered += outcome.answered;
    unanswered += outcome.unanswered;
    await control.alive();
    if (isSlow || clock.now().getTime() >= sliceEnd) {
      end = 'slice over';
      break;
    }
  }
  return unanswered > 0 && answered === 0 ? 'carrier down' : end;
}

/** A claim to be placed, or why there is none now. */
type NextClaim = { claim: ClaimDocument; taken: boolean } | HeldUp;

/**
 * What there is to place, each batch claimed while the one before is placed. Without keys a crash must find as few claims
 * as possible, so that nothing is claimed ahead; nor for a campaign that rests before the next one.
 */
function claimsAhead(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  const claims = claimsOf(deps, campaign, control);
  if (!deps.carrier.capabilities.idempotencyKeys || restBetween(campaign.dropsPerMinute) > 0) return claims;
  return oneAhead(claims, async (next) => {
    if (typeof next !== 'string' && !next.taken) await giveBack(deps, next.claim);
  });
}

/** What there is to place: first what dead workers left, then batch after batch of what is pending. */
async function* claimsOf(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  for (const claim of await takeOverClaims(deps, campaign, control.holder)) yield { claim, taken: true };
  let afterSeq = 0;
  for (;;) {
    // Once more for each batch: it may have been paused and resumed, which begins another leg.
    const current = await deps.campaigns.find(campaign.id);
    if (current?.status !== 'Sending') return;
    const claim = await claimBatch(deps, current, afterSeq, control);
    if (typeof claim === 'string') {
      yield claim;
      return;
    }
    // Contacts that were given back lie before where we are: look once more from the beginning.
    if (claim === undefined && afterSeq === 0) return;
    afterSeq = claim?.seqs.at(-1) ?? 0;
    if (claim !== undefined) yield { claim, taken: false };
  }
}

/** Who is away for a moment is asked again; where it is away for long, the campaign's owner decides. */
async function restOrPause(deps: DropsDeps, campaign: RunnableCampaign, who: string): Promise<void> {
  const { campaigns, jobs, clock, log, options } = deps;
  const { id: campaignId, leg } = campaign;
  const since = await campaigns.noteCarrierDown(campaignId, leg);
  if (since === undefined) return;
  const now = clock.now().getTime();
  if (now - since.getTime() >= options.carrierPatienceMs) {
    const minutes = Math.round(options.carrierPatienceMs / 60_000);
    return pauseFaulty(deps, campaign, `${who} for ${String(minutes)} minutes`);
  }
  log.warn({ campaignId, who }, 'a provider does not answer; the campaign goes on in a moment');
  await jobs.goOn(campaignId, new Date(now + CARRIER_REST_MS));
}
