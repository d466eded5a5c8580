import { LRUCache } from 'lru-cache';
import type { RunnableCampaign } from '#server/features/campaigns/api.ts';
import { createRateLimiter, type RateLimiter, type RateSlots } from './rate-limiter.ts';

/** Rate of calls: one limit for the deployment, in which owners take turns, and one for each campaign whose owner set a lower rate. */
export interface DropRate {
  /** Waits until a call of the campaign may be placed. Returns false if `signal` ended the wait. */
  pass(campaign: PacedCampaign, signal: AbortSignal): Promise<boolean>;
}

/** Reserves slots of the rate limits before they are asked for. */
export interface SlotReservations {
  /** Has the slot of the next call of a campaign ready, where it needs one of the deployment alone. Does not reject. */
  reserve(campaign: PacedCampaign): Promise<void>;
}

type PacedCampaign = Pick<RunnableCampaign, 'id' | 'caller' | 'dropsPerMinute'>;

/** A batch takes no longer than this at its rate limit, so that pausing and stopping are quick. */
const BATCH_SECONDS = 5;
/** Cached limiters of campaigns; an evicted one loses its reserved slots. */
const MAX_LIMITERS = 1_000;

/** Returns how many contacts to claim at once: `limit`, or fewer if the rate is low. */
export function batchSizeAt(limit: number, perMinute: number | null | undefined): number {
  return Math.min(limit, Math.ceil(((perMinute ?? Infinity) / 60) * BATCH_SECONDS));
}

/**
 * Returns the interval in milliseconds between the calls of a campaign that is so slow that its batches are single
 * calls; 0 for faster ones. It needs no worker in between.
 */
export function callIntervalMs(perMinute: number | null | undefined): number {
  const interval = 60_000 / (perMinute ?? Infinity);
  return interval > BATCH_SECONDS * 1_000 ? interval : 0;
}

export function createDropRate({
  slots,
  perMinute,
}: {
  slots: RateSlots;
  perMinute: number;
}): DropRate & SlotReservations {
  const deployment = createRateLimiter({ limit: 'deployment', perMinute, slots });
  const campaigns = new LRUCache<string, RateLimiter>({ max: MAX_LIMITERS });

  function limiterOf(id: string, dropsPerMinute: number): RateLimiter {
    const limit = `campaign:${id}:${String(dropsPerMinute)}`;
    const bucket = campaigns.get(limit);
    if (bucket !== undefined) return bucket;
    const limiter = createRateLimiter({ limit, perMinute: dropsPerMinute, slots });
    campaigns.set(limit, limiter);
    return limiter;
  }

  return {
    async pass({ id, caller, dropsPerMinute }, signal) {
      // The campaign's own limit first, so that it does not hold a slot of the deployment while it waits.
      const own = typeof dropsPerMinute === 'number' ? limiterOf(id, dropsPerMinute) : undefined;
      if (own !== undefined && !(await own.pass(signal))) return false;
      return deployment.pass(signal, caller);
    },
    async reserve({ dropsPerMinute }) {
      if (typeof dropsPerMinute !== 'number') await deployment.reserve();
    },
  };
}
