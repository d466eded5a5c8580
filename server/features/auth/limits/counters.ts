import { tooManyRequests } from '#server/platform/lib/too-many-requests.ts';
import type { AttemptLimiter } from './attempt-store.ts';

/** One of the limits of an attempt, and what it counts. */
export interface Counter {
  limiter: AttemptLimiter;
  key: string;
}

/** Counts an attempt by all counters, or by none. Throws `AppError` TOO_MANY_REQUESTS with the time to wait. */
export async function takeAll(counters: readonly Counter[], text: string): Promise<void> {
  const taken: Counter[] = [];
  for (const counter of counters) {
    const retryAfter = await counter.limiter.take(counter.key);
    if (retryAfter > 0) {
      await rewardAll(taken);
      throw tooManyRequests(text, retryAfter);
    }
    taken.push(counter);
  }
}

/** Takes back an attempt that was counted. */
export async function rewardAll(counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ limiter, key }) => limiter.reward(key)));
}
