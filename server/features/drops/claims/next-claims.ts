import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { PendingWindows } from '#server/features/drops/hours/pending-windows.ts';
import { callIntervalMs } from '#server/features/drops/placement/drop-rate.ts';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { BlockReason } from '#server/features/drops/speech/speak-texts.ts';
import { claimBatch, reclaimExpired, type RunControl } from './claim-batch.ts';
import type { ClaimDocument } from './claim-store.ts';
import { releaseClaim } from './unplaced-calls.ts';

/**
 * A claim to place, or why none can be placed now. `reclaimed`: it was another worker's, and its calls may be at the
 * carrier. `mayEndRun`: the run may end after it.
 */
export type NextClaim =
  | { kind: 'claim'; claim: ClaimDocument; reclaimed: boolean; mayEndRun: boolean }
  | { kind: 'blocked'; reason: BlockReason };

/**
 * Yields claims of a campaign that has just been read, each claimed while the previous one is placed. Without idempotency
 * keys (a crash must leave as few claims as possible) and for slow campaigns nothing is claimed in advance.
 */
export function nextClaims(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  const claims = claimsInOrder(deps, campaign, control);
  if (!deps.carrier.capabilities.idempotencyKeys || callIntervalMs(campaign.dropsPerMinute) > 0)
    return claims;
  return prefetch(claims, async (next) => {
    if (next.kind === 'claim' && !next.reclaimed) await releaseClaim(deps, next.claim);
  });
}

/**
 * One new batch first, then the expired claims of earlier runs, then new batches. The order keeps a call that the
 * carrier never responds to from blocking the others, or from being the only one that a run tries.
 */
async function* claimsInOrder(
  deps: DropsDeps,
  campaign: RunnableCampaign,
  control: RunControl,
): AsyncGenerator<NextClaim> {
  const windows = new PendingWindows(deps);
  let isFirst = true;
  let afterSeq = 0;
  for (;;) {
    // Together, as the first call of a due campaign waits for each round trip.
    const [current] = await Promise.all([
      isFirst ? campaign : deps.campaigns.find(campaign.id),
      afterSeq === 0 ? windows.read(campaign) : undefined,
    ]);
    // In a later run epoch (paused and resumed meanwhile) another run has been scheduled.
    if (current?.status !== 'Sending' || current.runEpoch !== campaign.runEpoch) return;
    const claimable = windows.claimable(current);
    const [batch, expired] = await Promise.all([
      claimBatch(deps, current, { afterSeq, claimable }, control),
      isFirst ? deps.claims.listExpired(campaign.id, deps.clock.now()) : [],
    ]);
    const hasAbandoned = expired.some(({ state }) => state === 'placing');
    if (batch.kind === 'claim')
      yield { kind: 'claim', claim: batch.claim, reclaimed: false, mayEndRun: !hasAbandoned };
    const reclaimed = isFirst ? await reclaimExpired(deps, campaign, control.holder) : [];
    for (const [index, claim] of reclaimed.entries())
      yield { kind: 'claim', claim, reclaimed: true, mayEndRun: index === reclaimed.length - 1 };
    if (batch.kind === 'blocked') {
      yield batch;
      return;
    }
    // Released contacts have numbers before `afterSeq`: start again from the beginning once.
    if (batch.kind === 'none' && afterSeq === 0 && !isFirst) return;
    afterSeq = batch.kind === 'claim' ? (batch.claim.seqs.at(-1) ?? 0) : 0;
    isFirst = false;
  }
}

/**
 * Requests each next item while the previous one is processed. An item that was requested when the consumer stopped
 * goes to `onUnused`.
 */
export async function* prefetch<Item>(
  items: AsyncGenerator<Item>,
  onUnused: (item: Item) => Promise<void>,
): AsyncGenerator<Item> {
  let next = items.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = items.next();
      // Rejects where it is awaited.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    const left = await next.catch(() => undefined);
    if (left !== undefined && left.done !== true) await onUnused(left.value);
    await items.return(undefined);
  }
}
