import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { keepClaim } from './claim-lease.ts';

type Args = Parameters<typeof keepClaim>;

const NOW = new Date('2027-01-12T15:00:00Z');
const LEASE_MS = 4_000;
const campaign = { id: 'c', caller: 'ana' };
const claim = { _id: 'claim', campaignId: 'c' };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Keeps a claim; `world` says what the database answers. */
function kept({ leaseAge = () => 0 }: { leaseAge?: (() => number) | null } = {}) {
  const { calls, recorded } = createCallRecorder();
  const world = { status: 'Sending', isHeld: true, fails: false };
  const answer = <T>(value: T) => (world.fails ? Promise.reject(new Error('down')) : Promise.resolve(value));
  const deps = {
    claims: recorded('claims', {
      renew: () => answer(world.isHeld),
      renewPrefetched: () => answer(undefined),
    }),
    campaigns: recorded('campaigns', { find: () => answer({ id: 'c', status: world.status }) }),
    users: { byUid: () => Promise.resolve({}) },
    callingStop: { stoppedAt: () => Promise.resolve(undefined) },
    clock: { now: () => new Date() },
    log: recorded('log', { warn: () => undefined }),
    options: { claimLeaseMs: LEASE_MS },
  };
  const control = recorded('control', { holder: 'h' });
  const lease = keepClaim(
    deps as unknown as Args[0],
    { campaign, claim, leaseAge: leaseAge ?? undefined } as unknown as Args[1],
    control as unknown as Args[2],
  );
  const of = (name: string) => calls.filter(([called]) => called === name);
  return { lease, world, of, calls };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const after = (ms: number) => new Date(NOW.getTime() + ms);

test('a claim and the prefetched ones of its run are renewed four times a lease, with a heartbeat of the job', async () => {
  const { lease, of } = kept();
  await pass(LEASE_MS / 4 - 1);
  expect(of('claims.renew')).toEqual([]);
  await pass(1);
  expect(of('claims.renew')).toEqual([['claims.renew', claim, after(LEASE_MS / 4 + LEASE_MS)]]);
  expect(of('claims.renewPrefetched')).toEqual([
    ['claims.renewPrefetched', 'c', 'h', after(LEASE_MS / 4 + LEASE_MS)],
  ]);
  expect(of('control.heartbeat')).toHaveLength(1);
  await pass(LEASE_MS);
  expect(of('control.heartbeat')).toHaveLength(5);
  expect([lease.lost.aborted, lease.paused.aborted]).toEqual([false, false]);
  lease.stop();
});

test.each<[string, 'paused' | 'lost', object, number]>([
  ['that is paused ends placing within a second', 'paused', { status: 'Paused' }, 1_000],
  [
    'that another worker has reclaimed ends placing at the next heartbeat',
    'lost',
    { isHeld: false },
    LEASE_MS / 4,
  ],
])('a campaign %s', async (_, signal, change, ms) => {
  const { lease, world } = kept();
  Object.assign(world, change);
  await pass(ms);
  expect([lease.paused.aborted, lease.lost.aborted]).toEqual([signal === 'paused', signal === 'lost']);
  lease.stop();
});

test('what the database does not answer is logged, and asked again', async () => {
  const { lease, world, of } = kept();
  world.fails = true;
  await pass(LEASE_MS / 4);
  expect(of('log.warn').map(([, about, text]) => [(about as { claim: string }).claim, text])).toEqual(
    expect.arrayContaining([
      ['claim', 'it is not known whether calls may still be placed'],
      ['claim', 'a heartbeat failed'],
    ]),
  );
  Object.assign(world, { fails: false, status: 'Paused' });
  await pass(1_000);
  expect(lease.paused.aborted).toBe(true);
  lease.stop();
});

test('a lease is held and fresh for its time alone, and one without an age only once it is confirmed', async () => {
  const { lease, of } = kept();
  expect([lease.isFresh(), await lease.isHeld()]).toEqual([true, true]);
  lease.stop();
  expect(of('claims.renew')).toEqual([]);
  const fromAnother = kept({ leaseAge: null });
  expect(fromAnother.lease.isFresh()).toBe(false);
  expect(await fromAnother.lease.isHeld()).toBe(true);
  expect(fromAnother.of('claims.renew')).toHaveLength(1);
  fromAnother.lease.stop();
});

test('a lease that is stopped sends nothing more', async () => {
  const { lease, calls } = kept();
  lease.stop();
  const before = calls.length;
  await pass(10 * LEASE_MS);
  expect(calls).toHaveLength(before);
  expect(vi.getTimerCount()).toBe(0);
});
