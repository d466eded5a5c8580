import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CampaignStats } from '#shared/schemas/live.ts';
import { ChangeFeed } from './change-feed.ts';
import type { ProgressUpdate } from './coalescing-queue.ts';
import type { CampaignChange } from '#server/features/campaigns/api.ts';

const POLL_INTERVAL_MS = 1_000;
const ana = { uid: 'ana', streamId: 's-ana' };
const bob = { uid: 'bob', streamId: 's-bob' };

/** An in-memory database that the test changes, and a feed that polls it. */
function startFeed() {
  const system = {
    changes: [] as CampaignChange[],
    versions: new Map<string, number>(),
    down: false,
    polls: [] as { users: readonly string[]; ms: number }[],
  };
  const feed = new ChangeFeed({
    campaigns: {
      changedWithin: (users, ms) => {
        system.polls.push({ users, ms });
        if (system.down) return Promise.reject(new Error('The database does not respond'));
        return Promise.resolve(system.changes.filter(({ userId }) => users.includes(userId)));
      },
    },
    credits: {
      versionsOf: () => Promise.resolve(system.versions),
      balance: (streamId) => Promise.resolve({ available: system.versions.get(streamId) ?? 0, held: 0 }),
    },
    log: pino({ level: 'silent' }),
  });
  const received: Record<string, ProgressUpdate[]> = { ana: [], bob: [] };
  const subscribe = (user: typeof ana) =>
    feed.subscribe(user, (update) => {
      received[user.uid]?.push(update);
    });
  return { system, received, subscribe };
}

function change(userId: string, delivered: number): CampaignChange {
  return { userId, id: `campaign of ${userId}`, stats: { delivered } as CampaignStats };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('polls once a second for all listeners together, and not at all without listeners', async () => {
  const { system, subscribe } = startFeed();
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS);
  expect(system.polls).toEqual([]);

  const unsubscribers = [subscribe(ana), subscribe(ana), subscribe(bob)];
  await vi.advanceTimersByTimeAsync(3 * POLL_INTERVAL_MS);
  expect(system.polls.map(({ users }) => users)).toEqual(Array.from({ length: 3 }, () => ['ana', 'bob']));

  for (const unsubscribe of unsubscribers) unsubscribe();
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS);
  expect(system.polls).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('goes on for the other listeners of a user when one ends, also when it ends twice', async () => {
  const { system, received, subscribe } = startFeed();
  const [first] = [subscribe(ana), subscribe(ana)];
  first();
  first();
  system.changes = [change('ana', 1)];
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  expect(received['ana']).toHaveLength(1);
});

it('notifies each user of their own changes, once, and of each further change', async () => {
  const { system, received, subscribe } = startFeed();
  subscribe(ana);
  subscribe(bob);
  system.changes = [change('ana', 1), change('bob', 7)];
  await vi.advanceTimersByTimeAsync(3 * POLL_INTERVAL_MS);
  expect(received['ana']?.map(({ changes }) => changes)).toEqual([[change('ana', 1)]]);
  expect(received['bob']?.map(({ changes }) => changes)).toEqual([[change('bob', 7)]]);

  system.changes = [change('ana', 2), change('bob', 7)];
  await vi.advanceTimersByTimeAsync(3 * POLL_INTERVAL_MS);
  expect(received['ana']?.at(-1)?.changes).toEqual([change('ana', 2)]);
  expect(received['bob']).toHaveLength(1);
});

it('reports a balance that changed without a campaign', async () => {
  const { system, received, subscribe } = startFeed();
  subscribe(ana);
  await vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS);
  system.versions.set('s-ana', 20_000);
  await vi.advanceTimersByTimeAsync(2 * POLL_INTERVAL_MS);
  expect(received['ana']).toEqual([{ changes: [], credits: { available: 20_000, held: 0 } }]);
});

it('reports changes made during a database outage once the database is back', async () => {
  const { system, received, subscribe } = startFeed();
  subscribe(ana);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  system.down = true;
  await vi.advanceTimersByTimeAsync(20 * POLL_INTERVAL_MS);
  system.down = false;
  system.changes = [change('ana', 5)];
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  expect(system.polls.at(-1)?.ms).toBeGreaterThan(20 * POLL_INTERVAL_MS);
  expect(received['ana']).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  expect(system.polls.at(-1)?.ms).toBeLessThan(10 * POLL_INTERVAL_MS);
});

it('starts afresh for a listener that subscribes after all others unsubscribed', async () => {
  const { system, received, subscribe } = startFeed();
  subscribe(ana)();
  await vi.advanceTimersByTimeAsync(60 * POLL_INTERVAL_MS);
  subscribe(ana);
  system.changes = [change('ana', 1)];
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS);
  expect(system.polls.at(-1)?.ms).toBeLessThan(10 * POLL_INTERVAL_MS);
  expect(received['ana']).toHaveLength(1);
});
