import { expect, test } from 'vitest';
import type { ListEdit, SavedList } from './contact-list-model.ts';
import { createCallRecorder } from '#server/testing/fakes/recorded-calls.ts';
import { editList } from './list-edits.ts';
import { createListJobs, listJobKinds } from './list-jobs.ts';

type Deps = Parameters<typeof editList>[0];

const NOW = new Date('2026-11-20T09:30:00Z');
const DUE = new Date('2026-11-20T09:30:05Z');
const PUT = { phone: '2', name: 'bo', fields: {} };
const CHANGE = { remove: ['1'], put: PUT, growth: 0 };

/** Edits a list that is found as given, one after the other; the last one stays. Returns what is written. */
async function edited(
  found: (Partial<SavedList> | undefined)[],
  { begins = [true], change = CHANGE }: { begins?: boolean[]; change?: Omit<ListEdit, 'id'> | null } = {},
) {
  const { calls, recorded } = createCallRecorder();
  const [states, starts] = [[...found], [...begins]];
  const next = <T>(some: T[]) => (some.length > 1 ? some.shift() : some[0]);
  const deps = {
    lists: recorded('lists', {
      findOwned() {
        const own = next(states);
        return Promise.resolve(own && { _id: 'l', version: 3, status: 'ready', readers: [], ...own });
      },
      beginEdit: () => Promise.resolve(next(starts)),
    }),
    contacts: recorded('contacts'),
    clock: { now: () => NOW },
    leaseMs: 5_000,
  } as unknown as Deps;
  const failure: unknown = await editList(
    deps,
    { _id: 'l', userId: 'ana' },
    () => Promise.resolve(change ?? undefined),
    'e',
  ).catch((error: unknown) => error);
  const made = calls.filter(([name]) => name !== 'lists.findOwned');
  return { failure, made, asked: calls.length - made.length };
}

const completed = (id: string) => [
  ['contacts.remove', 'l', ['1'], 4, NOW],
  ['contacts.put', 'l', PUT, 4, id],
  ['lists.finishEdit', expect.objectContaining({ _id: 'l' }), { ...CHANGE, id }, NOW],
];
const begun = ['lists.beginEdit', expect.objectContaining({ version: 3 }), { ...CHANGE, id: 'e' }, DUE];

test('a change is stored before it is made, and counted after it', async () => {
  const { failure, made } = await edited([{}]);
  expect(failure).toBeUndefined();
  expect(made).toEqual([begun, ...completed('e')]);
});

test('a change that others have begun is completed first, and one that others prevent is tried again', async () => {
  const { failure, made } = await edited([{ edit: { ...CHANGE, id: 'other' } }, {}], {
    begins: [false, true],
  });
  expect(failure).toBeUndefined();
  expect(made).toEqual([...completed('other'), begun, begun, ...completed('e')]);
});

test('a change of nothing writes nothing, and a removal puts no contact', async () => {
  expect(await edited([{}], { change: null })).toMatchObject({ failure: undefined, made: [] });
  const { made } = await edited([{}], { change: { remove: ['1'], growth: -1 } });
  expect(made.map(([name]) => name)).toEqual(['lists.beginEdit', 'contacts.remove', 'lists.finishEdit']);
});

const BUSY = 'This list is being combined with another. Please try again in a moment.';
const CHANGING = 'This list is being changed. Please try again in a moment.';
test.each<[string, Partial<SavedList> | undefined, boolean, object, number]>([
  ['that is gone', undefined, true, { code: 'NOT_FOUND', message: 'List not found' }, 0],
  ['that is being built', { status: 'building' }, true, { code: 'CONFLICT', message: BUSY }, 0],
  ['that is read', { readers: ['other'] }, true, { code: 'CONFLICT', message: BUSY }, 0],
  ['that others change again and again', {}, false, { code: 'CONFLICT', message: CHANGING }, 200],
])('a list %s is not changed', async (_, list, begins, error, tries) => {
  const { failure, made } = await edited([list], { begins: [begins] });
  expect(failure).toMatchObject(error);
  expect(made).toEqual(Array(tries).fill(begun));
});

test('the job that builds a list is queued once, and builds that list', async () => {
  const { calls, recorded } = createCallRecorder();
  await createListJobs(recorded('queue') as never).buildList('l');
  const [kind] = listJobKinds(recorded('handlers') as never);
  await kind?.run({ listId: 'l' } as never, 'control' as never);
  expect(calls).toEqual([
    ['queue.add', kind?.name, { listId: 'l' }, { ifOther: 'waits' }],
    ['handlers.buildList', 'l', 'control'],
  ]);
  // Jobs of the version before have this name.
  expect(kind?.name).toBe('build-list');
});
