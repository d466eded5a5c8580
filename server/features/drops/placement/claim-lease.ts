import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import type { RunControl } from '#server/features/drops/claims/claim-batch.ts';
import type { ClaimDocument } from '#server/features/drops/claims/claim-store.ts';
import { leaseEnd } from '#server/features/drops/claims/claim-times.ts';
import type { DropsDeps } from '#server/features/drops/drops-deps.ts';
import { createIntervalLoop } from '#server/platform/lib/concurrency/interval-loop.ts';
import { createHeldLease, type HeldLease } from '#server/platform/lib/concurrency/held-lease.ts';
import { callableCampaign } from './callable-campaign.ts';

/** A pause, a stop of all calls or a suspension takes effect on calls that are not placed yet within a second. */
const CHECK_MS = 500;

interface KeptClaim {
  campaign: RunnableCampaign;
  claim: ClaimDocument;
  leaseAge: (() => number) | undefined;
}

/** The lease of a claim whose calls are being placed. */
export interface ClaimLease extends Pick<HeldLease, 'isHeld' | 'isFresh'> {
  /** Aborts when another worker is found to hold the claim. */
  lost: AbortSignal;
  /** Aborts when nothing of the campaign may be placed any more. */
  paused: AbortSignal;
  /** Ends the heartbeats. */
  stop(): void;
}

/**
 * Keeps the lease of a claim with heartbeats, and those of the run's prefetched claims. `leaseAge` returns the age of the lease
 * in milliseconds; without it the lease is not trusted until the database has confirmed it.
 */
export function keepClaim(
  deps: DropsDeps,
  { campaign, claim, leaseAge }: KeptClaim,
  { heartbeat, holder }: RunControl,
): ClaimLease {
  const { claims, clock, log, options } = deps;
  const [lost, paused] = [new AbortController(), new AbortController()];
  const renew = async () => {
    const isHeld = await claims.renew(claim, leaseEnd(deps));
    if (!isHeld) lost.abort();
    return isHeld;
  };
  const stopWhenPaused = async () => {
    if ((await callableCampaign(deps, campaign)) === undefined) paused.abort();
  };
  const ask = async () => {
    const [isHeld] = await Promise.all([renew(), stopWhenPaused()]);
    return isHeld;
  };
  const lease = createHeldLease({ clock: clock, leaseMs: options.claimLeaseMs, ask, age: leaseAge });
  const pauses = createIntervalLoop(
    CHECK_MS,
    stopWhenPaused,
    (error) => {
      log.warn({ err: error, claim: claim._id }, 'it is not known whether calls may still be placed');
    },
    { startsLater: true },
  );
  pauses.start();
  const renewAll = async () => {
    await lease.renew();
    await claims.renewPrefetched(campaign.id, holder, leaseEnd(deps));
  };
  const timer = setInterval(() => {
    Promise.all([renewAll(), heartbeat()]).catch((error: unknown) => {
      log.warn({ err: error, claim: claim._id }, 'a heartbeat failed');
    });
  }, options.claimLeaseMs / 4);
  return {
    isHeld: () => lease.isHeld(),
    isFresh: () => lease.isFresh(),
    lost: lost.signal,
    paused: paused.signal,
    stop: () => {
      clearInterval(timer);
      void pauses.stop();
    },
  };
}
