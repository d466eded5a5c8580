import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { deferred } from '#server/testing/fakes/deferred.ts';
import { createFairLimit, type FairLimits } from './fair-limit.ts';

/** Starts pieces of work that end when told; `started` has their names in order. */
function harness(limits: FairLimits) {
  const limit = createFairLimit(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const results = new Map<string, Promise<string>>();
  return {
    started,
    add(owner: string, n: number, signal?: AbortSignal) {
      const name = `${owner}${String(n)}`;
      const work = () => {
        started.push(name);
        const end = deferred();
        ends.set(name, () => {
          end.resolve();
        });
        return end.promise.then(() => name);
      };
      const result = limit(owner, work, signal);
      result.catch(() => undefined);
      results.set(name, result);
      return result;
    },
    async end(name: string) {
      ends.get(name)?.();
      await results.get(name);
      await turn();
    },
  };
}

describe('a fair limit', () => {
  test('runs so much of each owner and in all, and lets owners take turns', async () => {
    const work = harness({ total: 3, perOwner: 2 });
    for (const n of [1, 2, 3, 4, 5]) void work.add('a', n);
    for (const n of [1, 2, 3]) void work.add('b', n);
    void work.add('c', 1);
    await turn();
    expect(work.started).toEqual(['a1', 'a2', 'b1']);
    await work.end('a1');
    await work.end('a2');
    expect(work.started.slice(3)).toEqual(['a3', 'b2']);
    await work.end('a3');
    await work.end('b1');
    await work.end('b2');
    expect(work.started.slice(5)).toEqual(['c1', 'a4', 'b3']);
  });

  test('refuses what is more than may wait, and takes work again once there is room', async () => {
    const work = harness({ total: 8, perOwner: 1, waiting: 1 });
    void work.add('a', 1);
    void work.add('a', 2);
    await expect(work.add('a', 3)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retry_after: 5 },
    });
    void work.add('b', 1);
    await turn();
    await work.end('a1');
    void work.add('a', 4);
    expect(work.started).toEqual(['a1', 'b1', 'a2']);
    await work.end('a2');
    expect(work.started.at(-1)).toBe('a4');
  });

  test('begins nothing of a sender who is gone, and waits for none', async () => {
    const work = harness({ total: 1, perOwner: 1, waiting: 1 });
    const gone = new AbortController();
    void work.add('a', 1);
    const waits = work.add('a', 2, gone.signal);
    gone.abort();
    await expect(waits).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(work.add('a', 3, gone.signal)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    void work.add('a', 4);
    await turn();
    await work.end('a1');
    expect(work.started).toEqual(['a1', 'a4']);
  });

  test('is free again after work that failed', async () => {
    const limit = createFairLimit({ total: 1, perOwner: 1 });
    await expect(limit('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limit('a', () => Promise.resolve('yes'))).toBe('yes');
  });
});
