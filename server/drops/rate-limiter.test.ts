import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimiter } from './rate-limiter.ts';

const never = new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** How many of `asked` places are given at once, without waiting. */
async function givenAtOnce(limiter: ReturnType<typeof createRateLimiter>, asked: number): Promise<number> {
  const stop = new AbortController();
  setMaxListeners(0, stop.signal);
  const places = Array.from({ length: asked }, () => limiter.pass(stop.signal));
  await Promise.resolve();
  stop.abort();
  return (await Promise.all(places)).filter((passed) => passed).length;
}

describe('the rate limiter', () => {
  it('gives no more places than have come up', async () => {
    const limiter = createRateLimiter(600);
    expect(await givenAtOnce(limiter, 50)).toBe(1);
  });

  it('makes up for a second of places that nobody took, and for no more', async () => {
    const limiter = createRateLimiter(600);
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await givenAtOnce(limiter, 50)).toBe(11);
  });

  it('gives nothing once the waiting has ended', async () => {
    const limiter = createRateLimiter(60);
    const stopped = AbortSignal.abort();
    expect(await limiter.pass(stopped)).toBe(false);
    expect(await limiter.pass(never)).toBe(true);
  });
});
