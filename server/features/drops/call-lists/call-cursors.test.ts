import { expect, test } from 'vitest';
import { callQueryFields, type CallQuery } from '#shared/schemas/campaigns/call-query.ts';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createCallLists, type ListDeps } from './call-lists.ts';
import type { CallsOf } from './calls-of.ts';

const CALLS = { id: 'c', userId: 'u', total: 3, progress: 'all', revision: '1' } as CallsOf;
const QUERY: CallQuery = { sort: 'list', direction: 'asc' };

/** Lists of which the first page, and the call that a cursor names, can be read. */
const lists = createCallLists({
  clock: systemClock,
  contacts: { page: () => Promise.resolve([{ number: 1 }]) },
  store: { bySeq: () => Promise.resolve([{ seq: 1 }]) },
} as unknown as ListDeps);

test.each<[string, Partial<CallQuery>, Partial<CallsOf>?]>([
  ['campaign', {}, { id: 'other' }],
  ['status', { status: 'failed' }],
  ['reason', { reason: '4006' }],
  ['search', { search: 'ana' }],
  ['order', { sort: 'name' }],
  ['direction', { direction: 'desc' }],
])('the cursor of a list is refused by one of another %s', async (_, query, calls) => {
  const { next } = await lists.page(CALLS, { query: QUERY, page: 1, size: 1 });
  const { cursor } = callQueryFields.parse({ cursor: next });
  const request = { query: { ...QUERY, ...query, cursor }, page: 1, size: 1 };
  await expect(lists.page({ ...CALLS, ...calls }, request)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test.each(['asc', 'desc'] as const)(
  'the last page of a list has no cursor, however full it is: %s',
  async (direction) => {
    const query: CallQuery = { ...QUERY, direction };
    const nextOf = async (page: number, size: number) =>
      (await lists.page(CALLS, { query, page, size })).next;
    expect(await nextOf(1, 2)).not.toBeNull();
    expect(await nextOf(1, 3)).toBeNull();
    expect(await nextOf(2, 2)).toBeNull();
    expect(await nextOf(3, 1)).toBeNull();
  },
);
