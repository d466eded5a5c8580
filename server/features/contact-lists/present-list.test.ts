import { expect, test } from 'vitest';
import type { SavedList } from './contact-list-model.ts';
import { listsReadySince, shownList, shownLists } from './present-list.ts';

type Deps = Parameters<typeof shownLists>[0];

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 9, minute));
const CONSENT = { basis: 'other', own_words: 'x', obtained_at: '2026-01-01', source: 'Shop' };
const list = (_id: string, own: Partial<SavedList> = {}) =>
  ({
    _id,
    userId: 'ana',
    status: 'ready',
    name: `Name of ${_id}`,
    size: 5,
    reserved: 9,
    version: 3,
    columns: ['city'],
    ownColumns: ['pet'],
    consent: CONSENT,
    createdAt: at(1),
    updatedAt: at(2),
    ...own,
  }) as SavedList;

/** Lists of one user, of which `a` made two campaigns. */
function depsOf(...lists: SavedList[]): Deps {
  const uses = new Map([
    ['a', 2],
    ['gone', 7],
  ]);
  return {
    lists: {
      findOwned: (uid: string, id: string) =>
        Promise.resolve(lists.find((one) => one.userId === uid && one._id === id)),
      ofUser: (uid: string) => Promise.resolve(lists.filter((one) => one.userId === uid)),
    },
    campaigns: {
      countsOf: (uid: string, ids: readonly string[]) =>
        Promise.resolve(new Map([...uses].filter(([id]) => uid === 'ana' && ids.includes(id)))),
    },
  } as unknown as Deps;
}

const view = {
  id: 'a',
  name: 'Name of a',
  status: 'ready',
  size: 5,
  columns: ['city'],
  own_columns: ['pet'],
  consent: CONSENT,
  version: 3,
  used_by: 2,
  created_at: at(1).toISOString(),
  updated_at: at(2).toISOString(),
};

test('a list is shown with all that its user may know, and how many campaigns were made from it', async () => {
  expect(await shownList(depsOf(list('a')), 'ana', 'a')).toEqual(view);
  expect(await shownList(depsOf(list('b', { status: 'building' })), 'ana', 'b')).toMatchObject({
    status: 'building',
    used_by: 0,
  });
  await expect(shownList(depsOf(list('a')), 'bob', 'a')).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'List not found',
  });
});

test('lists that are still uploaded are not listed', async () => {
  const deps = depsOf(list('a'), list('b', { status: 'preparing' }), list('c', { status: 'building' }));
  expect((await shownLists(deps, 'ana')).map(({ id, used_by: uses }) => [id, uses])).toEqual([
    ['a', 2],
    ['c', 0],
  ]);
});

test('lists are told that became ready at a time or later', async () => {
  const deps = depsOf(
    list('a', { readyAt: at(5) }),
    list('b', { readyAt: at(6) }),
    list('c', { readyAt: at(4) }),
    list('d'),
  );
  expect(await listsReadySince(deps, 'ana', at(5))).toEqual([
    { at: at(5), view },
    { at: at(6), view: { ...view, id: 'b', name: 'Name of b', used_by: 0 } },
  ]);
  expect(await listsReadySince(deps, 'ana', at(7))).toEqual([]);
});
