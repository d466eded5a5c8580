import type { Clock } from '#server/lib/clock.ts';

/** Returns a function that is true for the first `limit` calls of each second, or always without a limit. */
export function createRateLimiter(limit: number | undefined, clock: Clock): () => boolean {
  let second = 0;
  let passed = 0;
  return () => {
    const now = Math.floor(clock.now().getTime() / 1_000);
    if (now !== second) [second, passed] = [now, 0];
    passed += 1;
    return limit === undefined || passed <= limit;
  };
}
