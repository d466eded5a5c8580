import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '#server/testing/fakes/test-clock.ts';
import { createHeldLease, startAge } from './held-lease.ts';

const LEASE_MS = 1_000;

/** A lease in a database, which another process takes over as soon as it has expired. */
function leaseInDatabase() {
  const clock = createTestClock();
  let until = clock.now().getTime() + LEASE_MS;
  /** How long the requests take to arrive, and the answers. */
  let delays: [there: number, back: number] = [0, 0];
  let asked = 0;
  const isTaken = () => clock.now().getTime() >= until;
  const ask = () => {
    asked += 1;
    const end = clock.now().getTime() + LEASE_MS;
    const [there, back] = delays;
    delays = [0, 0];
    clock.advance(there);
    const isHeld = !isTaken();
    if (isHeld) until = end;
    clock.advance(back);
    return Promise.resolve(isHeld);
  };
  const lease = createHeldLease({ clock, leaseMs: LEASE_MS, ask, age: startAge(clock) });
  return { clock, lease, isTaken, asked: () => asked, delay: (next: typeof delays) => (delays = next) };
}

const ms = fc.integer({ min: 0, max: 3 * LEASE_MS });

describe('a lease', () => {
  test('is not asked for again while it is fresh, and is once three quarters of it are over', async () => {
    const { clock, lease, asked } = leaseInDatabase();
    clock.advance(749);
    expect([await lease.isHeld(), asked()]).toEqual([true, 0]);
    clock.advance(1);
    expect([await lease.isHeld(), asked()]).toEqual([true, 1]);
  });

  test('is never said to be held once it may be another’s, however long requests and suspensions take', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(ms, ms, ms, fc.boolean())), async (steps) => {
        const { clock, lease, isTaken, delay } = leaseInDatabase();
        for (const [pause, there, back, isHeartbeat] of steps) {
          clock.advance(pause);
          delay([there, back]);
          if (isHeartbeat) await lease.renew();
          else if (await lease.isHeld()) expect(isTaken()).toBe(false);
        }
      }),
    );
  });

  test('that is lost stays lost', async () => {
    const { clock, lease, asked } = leaseInDatabase();
    clock.advance(LEASE_MS);
    expect([await lease.isHeld(), await lease.isHeld(), asked()]).toEqual([false, false, 1]);
  });

  test('that was not granted yet is asked for', async () => {
    const clock = createTestClock();
    const lease = createHeldLease({
      clock,
      leaseMs: LEASE_MS,
      ask: () => Promise.resolve(true),
      age: undefined,
    });
    expect(await lease.isHeld()).toBe(true);
  });

  test('rejects while the database does not answer, and is asked for again', async () => {
    const clock = createTestClock();
    const answers = [() => Promise.reject(new Error('away')), () => Promise.resolve(true)];
    const ask = () => answers.shift()?.() ?? Promise.resolve(true);
    const lease = createHeldLease({ clock, leaseMs: LEASE_MS, ask, age: undefined });
    await expect(lease.isHeld()).rejects.toThrow('away');
    expect(await lease.isHeld()).toBe(true);
  });
});
