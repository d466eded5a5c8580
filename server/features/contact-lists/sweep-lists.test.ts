import { expect, test, vi } from 'vitest';
import type { SavedList } from './contact-list-model.ts';
import { discardList, eraseLists, sweepLists } from './sweep-lists.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const IN_AN_HOUR = new Date('2026-11-20T10:30:00Z');
const BATCH = 5_000;

/** A list that is due, with stores that record what is done to it; it has `contacts` contacts. */
function system(list: Partial<SavedList>, contacts = 0) {
  const due = [{ _id: 'l', userId: 'ana', version: 3, ...list } as SavedList];
  const done: unknown[][] = [];
  const records = <Result>(name: string, result: Result) =>
    vi.fn((...args: unknown[]) => {
      done.push([name, ...args.map((arg) => (arg as Partial<SavedList>)._id ?? arg)]);
      return Promise.resolve(result);
    });
  let left = contacts;
  const deps = {
    lists: {
      claimDue: () => Promise.resolve(due.shift()),
      find: () => Promise.resolve({ _id: 'l', ...list }),
      idsOf: () => Promise.resolve(due.splice(0).map(({ _id }) => _id)),
      release: records('release', undefined),
      remove: records('remove', undefined),
      markErased: records('markErased', true),
      markDeleting: records('markDeleting', true),
      finishEdit: records('finishEdit', true),
      eraseAll: records('eraseAll', undefined),
    },
    contacts: {
      remove: () => Promise.resolve(),
      erase: vi.fn((_: string, limit: number) => {
        const erased = Math.min(left, limit);
        left -= erased;
        return Promise.resolve(erased);
      }),
    },
    jobs: { buildList: records('buildList', undefined) },
    clock: { now: () => NOW },
    log: { error: vi.fn() },
    leaseMs: 1_000,
  };
  return { deps: deps as never as Parameters<typeof sweepLists>[0], done, left: () => left };
}

test.each<[string, Partial<SavedList>, unknown[][]]>([
  ['interrupted upload is erased', { status: 'preparing' }, [['markDeleting', 'l', NOW]]],
  ['build goes on', { status: 'building' }, [['buildList', 'l']]],
  [
    'deletion lets go of what it held',
    { status: 'deleting' },
    [
      ['release', 'l'],
      ['markErased', 'l', IN_AN_HOUR],
    ],
  ],
  [
    'erased list goes the second time',
    { status: 'deleting', erased: true },
    [
      ['release', 'l'],
      ['remove', 'l'],
    ],
  ],
  ['ready list stays', { status: 'ready' }, []],
])('a sweep: %s', async (_, list, expected) => {
  const { deps, done } = system(list);
  await sweepLists(deps);
  expect(done).toEqual(expected);
});

test('a sweep completes a change that was begun', async () => {
  const edit = { id: 'e', remove: [], growth: 0 };
  const { deps, done } = system({ status: 'ready', edit });
  await sweepLists(deps);
  expect(done).toEqual([['finishEdit', 'l', edit, NOW]]);
});

test('all contacts of a deleted list are erased before it is', async () => {
  const { deps, left } = system({ status: 'deleting' }, 2 * BATCH);
  await sweepLists(deps);
  expect(left()).toBe(0);
});

test('a worker that stops ends within a long list, whose rest a later sweep erases', async () => {
  const { deps, done, left } = system({ status: 'deleting' }, 3 * BATCH);
  const stopping = new AbortController();
  const { erase } = deps.contacts;
  deps.contacts.erase = (...of) => {
    stopping.abort();
    return erase(...of);
  };
  await sweepLists(deps, stopping.signal);
  expect(left()).toBe(2 * BATCH);
  expect(done).toEqual([['release', 'l']]);
});

test('discarding a list that was built lets go of its sources, and leaves most contacts to the sweep', async () => {
  const build = { operation: 'union', left: 'a', right: 'b', after: '' } as never;
  const { deps, done, left } = system({ status: 'building', build }, 6 * BATCH);
  expect(await discardList(deps, 'l')).toBe(true);
  expect(done).toEqual([
    ['markDeleting', 'l', NOW],
    ['release', 'l'],
  ]);
  expect(left()).toBe(2 * BATCH);
});

test('the lists of an account are left to nobody, without contacts', async () => {
  const { deps, done, left } = system({ status: 'ready' }, BATCH + 1);
  await eraseLists(deps, 'ana');
  expect(left()).toBe(0);
  expect(done).toEqual([['eraseAll', 'ana', ['l'], '']]);
});
