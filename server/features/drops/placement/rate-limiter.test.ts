import { setMaxListeners } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRateLimiter, type RateLimiter, type RateSlots } from './rate-limiter.ts';

const never = new AbortController().signal;
setMaxListeners(0, never);

/** A limiter on a manual clock; `passes` are the times at which drops pass. */
function limiterAt(perMinute: number) {
  const passes: number[] = [];
  const time = { now: 1_000_000 };
  let free: number | undefined;
  let refills = 0;
  const slots: RateSlots = {
    take(_limit, { count, intervalMs, now, oldest }) {
      refills += 1;
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
  return { limiter, passes, time, refills: () => refills };
}

const ask = (limiter: RateLimiter, drops: number) =>
  Promise.all(Array.from({ length: drops }, () => limiter.pass(never)));

describe('the rate limiter', () => {
  it('lets drops pass evenly, and not more of them than the limit', async () => {
    const { limiter, passes } = limiterAt(600);
    await ask(limiter, 7);
    expect(passes).toEqual([0, 100, 200, 300, 400, 500, 600]);
  });

  it('reserves slots in batches, not one per drop', async () => {
    const { limiter, refills } = limiterAt(60_000);
    await ask(limiter, 2_000);
    expect(refills()).toBe(4);
  });

  it('allows a burst of unused slots of at most one second', async () => {
    const { limiter, passes, time } = limiterAt(600);
    await ask(limiter, 1);
    time.now += 3_600_000;
    passes.length = 0;
    await ask(limiter, 12);
    expect(passes).toEqual([...Array<number>(11).fill(3_600_000), 3_600_100]);
  });

  it('drops reserved slots that have expired', async () => {
    const { limiter, passes, time } = limiterAt(600);
    await ask(limiter, 2);
    time.now += 2_350;
    passes.length = 0;
    await ask(limiter, 13);
    // Of the five reserved slots those at 0.2 and 0.3 s have expired; the one at 0.4 s and a second of unused ones are left.
    expect(passes).toEqual([...Array<number>(12).fill(2_350), 2_450]);
  });

  it('reserves the slots of the next drops ahead, and loses none that are left', async () => {
    const { limiter, passes, refills } = limiterAt(600);
    for (const _twice of [1, 2]) await limiter.reserve();
    expect(refills()).toBe(1);
    await ask(limiter, 1);
    await limiter.reserve();
    await ask(limiter, 6);
    expect(passes).toEqual([0, 100, 200, 300, 400, 500, 600]);
  });

  it('reserves slots when they are needed if they could not be reserved ahead', async () => {
    let isDown = true;
    const slots: RateSlots = {
      take: (_limit, { now }) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(now)),
    };
    const limiter = createRateLimiter({ limit: 'test', perMinute: 600, slots });
    await limiter.reserve();
    isDown = false;
    expect(await limiter.pass(never)).toBe(true);
  });

  it('wastes no slot for drops that stop waiting, as those of a campaign do that is paused again and again', async () => {
    const time = { now: 0 };
    let taken = 0;
    const limiter = createRateLimiter({
      limit: 'test',
      perMinute: 600,
      slots: {
        take(_limit, { count, intervalMs, now, oldest }) {
          const first = Math.max(taken, oldest, now);
          taken = first + count * intervalMs;
          return Promise.resolve(first);
        },
      },
      now: () => time.now,
      wait: (ms, signal) =>
        ms < 1
          ? Promise.resolve(true)
          : new Promise((resolve) => {
              signal.addEventListener('abort', () => {
                resolve(false);
              });
            }),
    });
    for (let pause = 0; pause < 20; pause++) {
      const paused = new AbortController();
      setMaxListeners(0, paused.signal);
      const waiting = Array.from({ length: 32 }, () => limiter.pass(paused.signal, 'ann'));
      await turn();
      paused.abort();
      expect((await Promise.all(waiting)).slice(1)).toEqual(Array(31).fill(false));
    }
    // Half a second is reserved at a time.
    expect(taken).toBeLessThanOrEqual(1_000);
  });

  it('lets owners take turns, however many drops of one wait', async () => {
    const { limiter } = limiterAt(600);
    const order: string[] = [];
    const of = (owner: string, drops: number) =>
      Array.from({ length: drops }, () => limiter.pass(never, owner).then(() => order.push(owner)));
    await Promise.all([...of('ann', 6), ...of('bob', 2)]);
    expect(order.lastIndexOf('bob')).toBeLessThan(5);
  });

  it('returns false and reserves nothing once the wait is aborted', async () => {
    const { limiter, refills } = limiterAt(60);
    expect(await limiter.pass(AbortSignal.abort())).toBe(false);
    expect(refills()).toBe(0);
    expect(await limiter.pass(never)).toBe(true);
  });
});
