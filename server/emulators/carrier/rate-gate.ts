import type { Clock } from '#server/lib/clock.ts';

/** Lets `limit` requests of each second pass; all of them where there is no limit. */
export function createRateGate(limit: number | undefined, clock: Clock): () => boolean {
  let second = 0;
  let passed = 0;
  return () => {
    const now = Math.floor(clock.now().getTime() / 1_000);
    if (now !== second) [second, passed] = [now, 0];
    passed += 1;
    return limit === undefined || passed <= limit;
  };
}
