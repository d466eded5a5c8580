import { expect, it } from 'vitest';
import type { CampaignStats } from '#shared/schemas/live.ts';
import { CoalescingQueue } from './coalescing-queue.ts';
import type { CampaignChange } from '#server/features/campaigns/api.ts';

const NEVER = new AbortController().signal;

function change(id: string, delivered?: number): CampaignChange {
  const stats = delivered === undefined ? undefined : ({ id, delivered } as CampaignStats);
  return { userId: 'ana', id, stats };
}

it('a slow listener receives the latest state of everything, once', async () => {
  const queue = new CoalescingQueue();
  for (let delivered = 0; delivered <= 1_000; delivered += 1)
    queue.put({ changes: [change('a', delivered)], credits: { available: 2_000 - delivered, held: 0 } });
  queue.put({ changes: [change('b', 3), change('c', 5)] });
  queue.put({ changes: [change('b')] });
  expect(await queue.take(NEVER)).toEqual({
    campaigns: [
      { id: 'a', delivered: 1_000 },
      { id: 'c', delivered: 5 },
    ],
    gone: ['b'],
    credits: { balance: 1_000, held: 0 },
  });
  const next = queue.take(NEVER);
  queue.put({ changes: [change('c', 6)] });
  expect(await next).toEqual({ campaigns: [{ id: 'c', delivered: 6 }], gone: [] });
});

it('an older update does not replace a newer one', async () => {
  const queue = new CoalescingQueue();
  queue.put({ changes: [change('a', 9)], credits: { available: 10, held: 0 } });
  queue.putOlder({ changes: [change('a', 8), change('b', 1)], credits: { available: 20, held: 0 } });
  expect(await queue.take(NEVER)).toEqual({
    campaigns: [
      { id: 'a', delivered: 9 },
      { id: 'b', delivered: 1 },
    ],
    gone: [],
    credits: { balance: 10, held: 0 },
  });
});

it('a waiting listener resolves when the stream ends, and receives nothing afterwards', async () => {
  const end = new AbortController();
  const queue = new CoalescingQueue();
  const waiting = queue.take(end.signal);
  end.abort();
  expect(await waiting).toBeUndefined();
  queue.put({ changes: [change('a', 1)] });
  expect(await queue.take(end.signal)).toBeUndefined();
});
