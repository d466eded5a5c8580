import { claimBatch, takeOverClaims, type RunControl } from './claim-batch.ts';
import type { ClaimDocument } from './claim-model.ts';
import { restBetween } from '#server/drops/placement/drop-rate.ts';
import type { DropsDeps } from '#server/drops/drops-deps.ts';
import { readAhead } from './read-ahead.ts';
import type { RunnableCampaign } from '#server/drops/ports.ts';
import type { HeldUp } from '#server/drops/speech/speak-texts.ts';
import { releaseClaim } from './unplaced-calls.ts';

/**
 * A claim to be placed, or why there is none now. `taken`: it was another worker's, whose calls may be out. `mayBeLast`:
 * the run may end after it.
 */
export type NextClaim = { claim: ClaimDocument; taken: boolean; mayBeLast: boolean } | HeldUp;

/**
 * What there is to place, each batch claimed while the one before is placed. Without keys a crash must find as few claims
 * as possible, so that nothing is claimed ahead; nor for a campaign that rests before the next one.
 */
export function claimsAhead(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  const claims = claimsOf(deps, campaign, control);
  if (!deps.carrier.capabilities.idempotencyKeys || restBetween(campaign.dropsPerMinute) > 0) return claims;
  return readAhead(claims, async (next) => {
    if (typeof next !== 'string' && !next.taken) await releaseClaim(deps, next.claim);
  });
}

/**
 * First a batch of what is pending, then what earlier runs left, then batch after batch. A call that the carrier never
 * answers is among what was left: it must neither come before all others nor be the only one that a run ever tries.
 */
async function* claimsOf(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  const expired = await deps.claims.listExpired(campaign.id, deps.realTime.now());
  const isAnyLeft = expired.some(({ state }) => state === 'placing');
  let isFirst = true;
  let afterSeq = 0;
  for (;;) {
    const current = await deps.campaigns.find(campaign.id);
    // Where it was paused and goes on meanwhile, another run was asked for.
    if (current?.status !== 'Sending' || current.runEpoch !== campaign.runEpoch) return;
    const claim = await claimBatch(deps, current, afterSeq, control);
    if (claim !== undefined && typeof claim !== 'string')
      yield { claim, taken: false, mayBeLast: !(isFirst && isAnyLeft) };
    const left = isFirst ? await takeOverClaims(deps, campaign, control.holder) : [];
    for (const [index, one] of left.entries())
      yield { claim: one, taken: true, mayBeLast: index === left.length - 1 };
    if (typeof claim === 'string') {
      yield claim;
      return;
    }
    // Contacts that were given back lie before where we are: look once more from the beginning.
    if (claim === undefined && afterSeq === 0 && !isFirst) return;
    afterSeq = claim?.seqs.at(-1) ?? 0;
    isFirst = false;
  }
}
