import { expect, it } from 'vitest';
import type { CampaignStats } from '#shared/schemas/live.ts';
import { CoalescingQueue } from './coalescing-queue.ts';
import type { CampaignChange } from './ports.ts';

const NEVER = new AbortController().signal;

function change(id: string, delivered?: number): CampaignChange {
  const figures = delivered === undefined ? undefined : ({ id, delivered } as CampaignStats);
  return { userId: 'ana', id, figures };
}

it('a slow listener hears the latest of everything, once', async () => {
  const mailbox = new CoalescingQueue();
  for (let delivered = 0; delivered <= 1_000; delivered += 1)
    mailbox.put({ changes: [change('a', delivered)], credits: { available: 2_000 - delivered, held: 0 } });
  mailbox.put({ changes: [change('b', 3), change('c', 5)] });
  mailbox.put({ changes: [change('b')] });
  expect(await mailbox.take(NEVER)).toEqual({
    campaigns: [
      { id: 'a', delivered: 1_000 },
      { id: 'c', delivered: 5 },
    ],
    gone: ['b'],
    credits: { balance: 1_000, held: 0 },
  });
  const next = mailbox.take(NEVER);
  mailbox.put({ changes: [change('c', 6)] });
  expect(await next).toEqual({ campaigns: [{ id: 'c', delivered: 6 }], gone: [] });
});

it('older news does not take the place of newer', async () => {
  const mailbox = new CoalescingQueue();
  mailbox.put({ changes: [change('a', 9)], credits: { available: 10, held: 0 } });
  mailbox.putBehind({ changes: [change('a', 8), change('b', 1)], credits: { available: 20, held: 0 } });
  expect(await mailbox.take(NEVER)).toEqual({
    campaigns: [
      { id: 'a', delivered: 9 },
      { id: 'b', delivered: 1 },
    ],
    gone: [],
    credits: { balance: 10, held: 0 },
  });
});

it('a listener who waits is let go at the end, and is told nothing after it', async () => {
  const end = new AbortController();
  const mailbox = new CoalescingQueue();
  const waiting = mailbox.take(end.signal);
  end.abort();
  expect(await waiting).toBeUndefined();
  mailbox.put({ changes: [change('a', 1)] });
  expect(await mailbox.take(end.signal)).toBeUndefined();
});
