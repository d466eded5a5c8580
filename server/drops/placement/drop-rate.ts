import type { RunnableCampaign } from '#server/drops/ports.ts';
import { createRateLimiter, type RateLimiter, type RateSlots } from './rate-limiter.ts';

/** The pace of calls: a limit for the deployment, and one for a campaign whose owner wants it slower. */
export interface DropRate {
  /** Waits until a call of the campaign may be placed; false where `signal` ended the waiting. */
  pass(campaign: PacedCampaign, signal: AbortSignal): Promise<boolean>;
}

type PacedCampaign = Pick<RunnableCampaign, 'id' | 'dropsPerMinute'>;

/** A batch takes no longer than this at its rate limit, so that pausing and stopping are quick. */
const BATCH_SECONDS = 5;
/** Limits of campaigns that are kept in mind; a forgotten one loses what was left of its slice. */
const MAX_KEPT = 1_000;

/** How many contacts may be claimed at once: at most `limit`, fewer where a rate is low. */
export function batchWithin(limit: number, perMinute: number | null | undefined): number {
  return Math.min(limit, Math.ceil(((perMinute ?? Infinity) / 60) * BATCH_SECONDS));
}

/**
 * How long a campaign that is so slow that its batches are single calls rests between them, in milliseconds; 0 for any
 * faster one. Meanwhile it needs no worker.
 */
export function restBetween(perMinute: number | null | undefined): number {
  const interval = 60_000 / (perMinute ?? Infinity);
  return interval > BATCH_SECONDS * 1_000 ? interval : 0;
}

export function createDropRate({ slots, perMinute }: { slots: RateSlots; perMinute: number }): DropRate {
  const deployment = createRateLimiter({ limit: 'deployment', perMinute, slots });
  const campaigns = new Map<string, RateLimiter>();

  function limiterOf(id: string, dropsPerMinute: number): RateLimiter {
    const limit = `campaign:${id}:${String(dropsPerMinute)}`;
    const known = campaigns.get(limit);
    if (known !== undefined) return known;
    if (campaigns.size >= MAX_KEPT) campaigns.clear();
    const limiter = createRateLimiter({ limit, perMinute: dropsPerMinute, slots });
    campaigns.set(limit, limiter);
    return limiter;
  }

  return {
    async pass({ id, dropsPerMinute }, signal) {
      // Its own limit first: a slot of the deployment is not kept waiting for it.
      const own = typeof dropsPerMinute === 'number' ? limiterOf(id, dropsPerMinute) : undefined;
      if (own !== undefined && !(await own.pass(signal))) return false;
      return deployment.pass(signal);
    },
  };
}
