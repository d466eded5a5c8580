import { expect, test } from 'vitest';
import type { ListEdit, SavedList } from './contact-list-model.ts';
import type { ContactListsDeps } from './contact-lists-deps.ts';
import { openList } from './saved-lists.ts';

const REMOVED = '12025550102';
const EDIT: ListEdit = { id: 'e1', remove: [REMOVED], growth: -1 };

/** A list of two people; `edit` is a change that has begun. */
function listWith(edit?: ListEdit) {
  let phones = ['12025550101', REMOVED];
  let list = {
    _id: 'l1',
    userId: 'ana',
    status: 'ready',
    version: 3,
    edit,
    ownColumns: [],
  } as unknown as SavedList;
  const deps = {
    clock: { now: () => new Date() },
    lists: {
      find: () => Promise.resolve(list),
      finishEdit: () => {
        list = { ...list, version: list.version + 1, edit: undefined };
        return Promise.resolve();
      },
    },
    contacts: {
      remove: (_: string, removed: readonly string[]) => {
        phones = phones.filter((phone) => !removed.includes(phone));
        return Promise.resolve();
      },
      async *stream() {
        yield await Promise.resolve(phones.map((phone) => ({ fields: { recommended_phone: phone } })));
      },
    },
  } as unknown as ContactListsDeps;
  return {
    deps,
    change(changes: Partial<SavedList>) {
      list = { ...list, ...changes };
    },
  };
}

async function phonesOf({ contacts }: Awaited<ReturnType<typeof openList>>): Promise<string[]> {
  const phones: string[] = [];
  for await (const batch of contacts()) phones.push(...batch.map(({ recommended_phone: phone }) => phone));
  return phones;
}

test('a change that has begun is completed before the list is read', async () => {
  const { deps } = listWith(EDIT);
  const list = await openList(deps, 'ana', 'l1');
  expect(await phonesOf(list)).not.toContain(REMOVED);
  expect(await list.isUnchanged()).toBe(true);
});

test.each<[string, Partial<SavedList>]>([
  ['a change begins', { edit: EDIT }],
  ['a change is made', { version: 4 }],
])('a copy during which %s is known to be none of one list', async (_, changes) => {
  const { deps, change } = listWith();
  const list = await openList(deps, 'ana', 'l1');
  expect(await list.isUnchanged()).toBe(true);
  change(changes);
  expect(await list.isUnchanged()).toBe(false);
});
