import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HeldLane } from './lane-store.ts';
import { MOST_OPEN, OpenDeliveries } from './open-deliveries.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Opens deliveries to endpoints that never answer; each is of a user of its own unless one is named. */
function opened(lanes: { endpoint: string; user?: string }[], slow: string[] = []): OpenDeliveries {
  const open = new OpenDeliveries();
  for (const { endpoint: endpointId, user: uid = endpointId } of lanes)
    open.add({ endpointId, uid } as HeldLane, new Promise(() => undefined));
  for (const name of slow) void open.slow.watch(name, () => new Promise(() => undefined));
  vi.advanceTimersByTime(1_000);
  return open;
}

const lanes = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => ({ endpoint: `${prefix}${String(n)}` }));

test('two deliveries are open to an endpoint at a time, and eight of a user', () => {
  expect(opened([{ endpoint: 'a' }]).busy()).toEqual({ endpoints: [], users: [] });
  expect(opened([{ endpoint: 'a' }, { endpoint: 'a' }]).busy().endpoints).toEqual(['a']);
  const ofUser = (count: number) => lanes(count, 'e').map((lane) => ({ ...lane, user: 'u' }));
  expect(opened(ofUser(7)).busy().users).toEqual([]);
  expect(opened(ofUser(8)).busy()).toEqual({ endpoints: [], users: ['u'] });
});

test('the less room is left, the less is sent of one user', () => {
  const full = (others: number, own: number) =>
    opened([...lanes(others, 'e'), ...lanes(own, 'o').map((lane) => ({ ...lane, user: 'u' }))])
      .busy()
      .users.includes('u');
  expect([full(28, 4), full(28, 3)]).toEqual([true, false]);
  expect([full(60, 1), full(40, 1)]).toEqual([true, false]);
});

test('a process sends 64 at a time', () => {
  expect(opened(lanes(63, 'e')).hasRoom()).toBe(true);
  expect(opened(lanes(64, 'e')).hasRoom()).toBe(false);
});

test('what has ended is open no longer', async () => {
  const open = new OpenDeliveries();
  open.add({ endpointId: 'a', uid: 'u' } as HeldLane, Promise.resolve());
  expect(open.size).toBe(1);
  await Promise.all(open.works());
  expect(open.size).toBe(0);
});

test('slow endpoints leave the room of the others free, and get no more once 32 wait for them', () => {
  const waiting = (count: number) => lanes(count, 's');
  const named = (count: number) => waiting(count).map(({ endpoint }) => endpoint);
  const many = opened([...waiting(31), ...lanes(63, 'e')], [...named(31), 'other']);
  expect(many.hasRoom()).toBe(true);
  expect(many.busy()).toEqual({ endpoints: [], users: expect.not.arrayContaining(['other']) as unknown });
  expect(opened(waiting(32), [...named(32), 'other']).busy().endpoints).toEqual([...named(32), 'other']);
  expect(opened(waiting(MOST_OPEN), named(MOST_OPEN)).hasRoom()).toBe(false);
  expect(opened(waiting(MOST_OPEN - 1), named(MOST_OPEN - 1)).hasRoom()).toBe(true);
});
