import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CampaignStats } from '#shared/schemas/live.ts';
import { ChangeFeed } from './change-feed.ts';
import type { News } from './coalescing-queue.ts';
import type { CampaignChange } from './ports.ts';

const LOOK_MS = 1_000;
const ana = { uid: 'ana', streamId: 's-ana' };
const bob = { uid: 'bob', streamId: 's-bob' };

/** A database that the test changes by hand, and a feed over it. */
function startFeed() {
  const system = {
    changes: [] as CampaignChange[],
    versions: new Map<string, number>(),
    down: false,
    looks: [] as { users: readonly string[]; ms: number }[],
  };
  const feed = new ChangeFeed({
    campaigns: {
      changedWithin: (users, ms) => {
        system.looks.push({ users, ms });
        if (system.down) return Promise.reject(new Error('The database does not answer'));
        return Promise.resolve(system.changes.filter(({ userId }) => users.includes(userId)));
      },
    },
    credits: {
      versionsOf: () => Promise.resolve(system.versions),
      balance: (streamId) => Promise.resolve({ available: system.versions.get(streamId) ?? 0, held: 0 }),
    },
    log: pino({ level: 'silent' }),
  });
  const heard: Record<string, News[]> = { ana: [], bob: [] };
  const join = (user: typeof ana) =>
    feed.join(user, (news) => {
      heard[user.uid]?.push(news);
    });
  return { system, heard, join };
}

function change(userId: string, delivered: number): CampaignChange {
  return { userId, id: `campaign of ${userId}`, figures: { delivered } as CampaignStats };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('looks once a second for all listeners together, and not at all while there are none', async () => {
  const { system, join } = startFeed();
  await vi.advanceTimersByTimeAsync(10 * LOOK_MS);
  expect(system.looks).toEqual([]);

  const leave = [join(ana), join(ana), join(bob)];
  await vi.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect(system.looks.map(({ users }) => users)).toEqual(Array.from({ length: 3 }, () => ['ana', 'bob']));

  for (const one of leave) one();
  await vi.advanceTimersByTimeAsync(10 * LOOK_MS);
  expect(system.looks).toHaveLength(3);
  expect(vi.getTimerCount()).toBe(0);
});

it('tells each user of their own changes, once, and of each further change', async () => {
  const { system, heard, join } = startFeed();
  join(ana);
  join(bob);
  system.changes = [change('ana', 1), change('bob', 7)];
  await vi.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect(heard['ana']?.map(({ changes }) => changes)).toEqual([[change('ana', 1)]]);
  expect(heard['bob']?.map(({ changes }) => changes)).toEqual([[change('bob', 7)]]);

  system.changes = [change('ana', 2), change('bob', 7)];
  await vi.advanceTimersByTimeAsync(3 * LOOK_MS);
  expect(heard['ana']?.at(-1)?.changes).toEqual([change('ana', 2)]);
  expect(heard['bob']).toHaveLength(1);
});

it('tells of credits that moved without any campaign', async () => {
  const { system, heard, join } = startFeed();
  join(ana);
  await vi.advanceTimersByTimeAsync(2 * LOOK_MS);
  system.versions.set('s-ana', 20_000);
  await vi.advanceTimersByTimeAsync(2 * LOOK_MS);
  expect(heard['ana']).toEqual([{ changes: [], credits: { available: 20_000, held: 0 } }]);
});

it('what changed while the database was away is told afterwards', async () => {
  const { system, heard, join } = startFeed();
  join(ana);
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  system.down = true;
  await vi.advanceTimersByTimeAsync(20 * LOOK_MS);
  system.down = false;
  system.changes = [change('ana', 5)];
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(system.looks.at(-1)?.ms).toBeGreaterThan(20 * LOOK_MS);
  expect(heard['ana']).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(system.looks.at(-1)?.ms).toBeLessThan(10 * LOOK_MS);
});

it('begins anew with whoever comes after everybody had left', async () => {
  const { system, heard, join } = startFeed();
  join(ana)();
  await vi.advanceTimersByTimeAsync(60 * LOOK_MS);
  join(ana);
  system.changes = [change('ana', 1)];
  await vi.advanceTimersByTimeAsync(LOOK_MS);
  expect(system.looks.at(-1)?.ms).toBeLessThan(10 * LOOK_MS);
  expect(heard['ana']).toHaveLength(1);
});
