import { describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter, type RateSlots } from './rate-limiter.ts';

const never = new AbortController().signal;

/** A limiter on a clock that only the test moves; `passes` are the times at which it lets drops pass. */
function limiterAt(perMinute: number) {
  const passes: number[] = [];
  const time = { now: 1_000_000 };
  let free: number | undefined;
  let slices = 0;
  const slots: RateSlots = {
    take(_limit, { count, intervalMs, now, oldest }) {
      slices += 1;
      const first = Math.max(free ?? now, oldest);
      free = first + count * intervalMs;
      return Promise.resolve(first);
    },
  };
  const limiter = createRateLimiter({
    limit: 'test',
    perMinute,
    slots,
    now: () => time.now,
    wait(ms, signal) {
      passes.push(time.now + Math.max(0, ms) - 1_000_000);
      return Promise.resolve(!signal.aborted);
    },
  });
  return { limiter, passes, time, slices: () => slices };
}

const ask = (limiter: RateLimiter, drops: number) =>
  Promise.all(Array.from({ length: drops }, () => limiter.pass(never)));

describe('the rate limiter', () => {
  it('lets drops pass evenly, and not more of them than the limit', async () => {
    const { limiter, passes } = limiterAt(600);
    await ask(limiter, 7);
    expect(passes).toEqual([0, 100, 200, 300, 400, 500, 600]);
  });

  it('takes slots by the slice, not one a drop', async () => {
    const { limiter, slices } = limiterAt(60_000);
    await ask(limiter, 2_000);
    expect(slices()).toBe(4);
  });

  it('makes up for a second of slots that nobody took, and for no more', async () => {
    const { limiter, passes, time } = limiterAt(600);
    await ask(limiter, 1);
    time.now += 3_600_000;
    passes.length = 0;
    await ask(limiter, 12);
    expect(passes).toEqual([...Array<number>(11).fill(3_600_000), 3_600_100]);
  });

  it('keeps none of a slice for later than that', async () => {
    const { limiter, passes, time } = limiterAt(600);
    await ask(limiter, 2);
    time.now += 2_350;
    passes.length = 0;
    await ask(limiter, 13);
    // Of the slice of five those due after 0.2 and 0.3 s are gone, the one after 0.4 s is made up for, then a second.
    expect(passes).toEqual([...Array<number>(12).fill(2_350), 2_450]);
  });

  it('gives nothing once the waiting has ended', async () => {
    const { limiter, slices } = limiterAt(60);
    expect(await limiter.pass(AbortSignal.abort())).toBe(false);
    expect(slices()).toBe(0);
    expect(await limiter.pass(never)).toBe(true);
  });
});
