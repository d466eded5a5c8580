import { expect, test } from 'vitest';
import type { CreditEvent } from '#server/features/credits/events.ts';
import type { CreditEventStore } from './credit-event-store.ts';
import { StreamCache } from './stream-cache.ts';

const STREAM = 's-1';
const balance = (available: number) => ({ available, held: 0, debt: 0 });
const lot = (credits: number) => [{ credits, calls: 1 }];

/** A stream of events that other processes append to. */
function streamOf(events: CreditEvent[]) {
  const reads: string[] = [];
  const store = {
    head: (streamId: string) => {
      reads.push(`head of ${streamId}`);
      return Promise.resolve(events.at(-1));
    },
    lastOfCampaign: (_: string, id: string) => {
      reads.push(`last of ${id}`);
      return Promise.resolve(events.findLast((event) => 'campaignId' in event && event.campaignId === id));
    },
  } as unknown as CreditEventStore;
  const heads: number[] = [];
  const cache = new StreamCache(store, ({ version }) => heads.push(version));
  return { cache, reads, heads, store };
}

function event(version: number, more: object = {}): CreditEvent {
  const head = { version, hash: `h${String(version)}`, at: new Date(version), balance: balance(version) };
  return { streamId: STREAM, ...head, ...more } as unknown as CreditEvent;
}

const hold = (version: number, campaignId: string, credits: number) =>
  event(version, { campaignId, hold: lot(credits) });

test('a stream is read once, and each of its campaigns when it is first named', async () => {
  const { cache, reads, heads } = streamOf([event(1), hold(2, 'a', 5)]);
  await cache.load(STREAM, ['a']);
  await cache.load(STREAM, ['a']);
  await cache.load(STREAM, ['b']);
  expect(reads).toEqual([`head of ${STREAM}`, 'last of a', 'last of b']);
  expect(heads).toEqual([2]);
  expect(cache.get(STREAM, 'a')).toEqual({
    head: { version: 2, hash: 'h2', at: new Date(2) },
    state: { balance: balance(2), period: undefined, hold: lot(5) },
  });
  expect(cache.get(STREAM, 'b').state.hold).toEqual([]);
  expect(cache.get(STREAM).state.hold).toEqual([]);
});

test('a stream without events begins empty', async () => {
  const { cache, heads } = streamOf([]);
  await cache.load(STREAM, []);
  expect(heads).toEqual([]);
  expect(cache.get(STREAM)).toMatchObject({ head: { version: 0 }, state: { balance: balance(0) } });
});

test('what was not read is an error and no empty hold', async () => {
  const { cache } = streamOf([event(1)]);
  expect(() => cache.get(STREAM)).toThrow('Credit stream s-1 was not read');
  await cache.load(STREAM, ['a']);
  expect(() => cache.get(STREAM, 'b')).toThrow('Credit stream s-1 was not read');
});

test('an event that is appended advances the head, the balance and the hold of its campaign alone', async () => {
  const { cache } = streamOf([hold(1, 'a', 5), hold(2, 'b', 6)]);
  await cache.load(STREAM, ['a', 'b']);
  cache.advance(hold(3, 'a', 2));
  expect(cache.get(STREAM, 'a')).toMatchObject({
    head: { version: 3 },
    state: { balance: balance(3), hold: lot(2) },
  });
  expect(cache.get(STREAM, 'b').state.hold).toEqual(lot(6));
  cache.advance({ ...event(1), streamId: 'not cached' });
  expect(() => cache.get('not cached')).toThrow('was not read');
});

test('a head that another process has advanced meanwhile is read again', async () => {
  const events = [event(1)];
  const { cache, heads, store } = streamOf(events);
  const last = store.lastOfCampaign.bind(store);
  store.lastOfCampaign = (streamId, id) => {
    if (events.length < 3) events.push(hold(events.length + 1, id, events.length));
    return last(streamId, id);
  };
  await cache.load(STREAM, ['a']);
  expect(heads).toEqual([1, 2, 3]);
  expect(cache.get(STREAM, 'a')).toMatchObject({ head: { version: 3 }, state: { hold: lot(2) } });
});

test('a stream that never stops advancing is given up', async () => {
  const events = [event(1)];
  const { cache, heads, store } = streamOf(events);
  store.lastOfCampaign = (_, id) => {
    events.push(hold(events.length + 1, id, 1));
    return Promise.resolve(events.at(-1));
  };
  await expect(cache.load(STREAM, ['a'])).rejects.toThrow('advanced 20 times while it was read');
  expect(heads).toHaveLength(20);
  expect(() => cache.get(STREAM)).toThrow('was not read');
});

test('an evicted stream is read again, unless the batch that loaded it caches it anew', async () => {
  const { cache, reads } = streamOf([hold(1, 'a', 5)]);
  const restore = await cache.load(STREAM, ['a']);
  cache.evict(STREAM);
  expect(() => cache.get(STREAM, 'a')).toThrow('was not read');
  restore();
  expect(cache.get(STREAM, 'a').state.hold).toEqual(lot(5));
  cache.evict(STREAM);
  await cache.load(STREAM, ['a']);
  expect(reads).toHaveLength(4);
});

test('a stream with more than a thousand cached campaigns begins anew', async () => {
  const { cache, heads } = streamOf([event(1)]);
  const campaigns = Array.from({ length: 1_001 }, (_, at) => `c-${String(at)}`);
  await cache.load(STREAM, campaigns.slice(1));
  await cache.load(STREAM, ['c-0']);
  expect(heads).toHaveLength(1);
  await cache.load(STREAM, ['c-0']);
  expect(heads).toHaveLength(2);
  expect(() => cache.get(STREAM, 'c-1')).toThrow('was not read');
});
