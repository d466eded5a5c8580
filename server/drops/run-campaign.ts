import { claimBatch, takeOverClaims } from './claim-batch.ts';
import type { DropsDeps } from './drops-deps.ts';
import { deadline, placeClaim, type ClaimOutcome } from './place-claim.ts';
import type { JobControl, RunnableCampaign } from './ports.ts';

/** How long a carrier that does not answer is left in peace. */
const CARRIER_REST_MS = 15_000;

/**
 * Calls what is pending of a campaign that is Sending, batch after batch, until nothing is left, the campaign is
 * paused, or the worker is to stop. Can run twice at once: every contact is claimed once (design §4).
 */
export async function runCampaign(deps: DropsDeps, campaignId: string, control: JobControl): Promise<void> {
  const campaign = await deps.campaigns.find(campaignId);
  if (campaign?.status !== 'Sending') return;
  const outcome = await placeAll(deps, campaign, control);
  if (control.signal.aborted) return deps.jobs.run(campaignId);
  if (outcome === 'carrier down') {
    deps.log.warn({ campaignId }, 'the carrier does not answer; the campaign goes on in a moment');
    return deps.jobs.run(campaignId, new Date(deps.clock.now().getTime() + CARRIER_REST_MS));
  }
  await deps.jobs.settle(campaignId);
  await deps.jobs.settle(campaignId, deadline(deps));
}

async function placeAll(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: JobControl,
): Promise<ClaimOutcome> {
  for (const claim of await takeOverClaims(deps, campaign.id)) {
    const outcome = await placeClaim(deps, claim, control, true);
    if (outcome !== 'placed') return outcome;
    await control.alive();
  }
  let afterSeq = 0;
  for (;;) {
    const claim = await claimBatch(deps, campaign, afterSeq);
    // Contacts that were given back lie before where we are: look once more from the beginning.
    if (claim === undefined && afterSeq === 0) return 'placed';
    afterSeq = claim?.seqs.at(-1) ?? 0;
    const outcome = claim === undefined ? 'placed' : await placeClaim(deps, claim, control);
    if (outcome !== 'placed') return outcome;
    await control.alive();
  }
}
