import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR_MS } from '#shared/time-units.ts';
import { createIndexes } from '#server/app/database/indexes.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createSavedListModel, type SavedList, type SavedListModel } from './contact-list-model.ts';
import { ContactListStore } from './contact-list-store.ts';
import { tombstone } from './sweep-lists.ts';

let database: TestDatabase;
let model: SavedListModel;
let store: ContactListStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createSavedListModel(database.connection);
  await createIndexes({ models: [model] });
  store = new ContactListStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const LATER = new Date('2026-11-20T09:31:00Z');
const EDIT = { id: 'e', remove: ['1'], growth: -1 };
const BUILD = { operation: 'union', left: 'a', right: 'b', after: '' } as never;

function listOf(_id: string, fields: Partial<SavedList> = {}): SavedList {
  return {
    _id,
    userId: 'ana',
    status: 'ready',
    name: _id,
    liveName: _id,
    size: 5,
    reserved: 2,
    columns: [],
    ownColumns: [],
    version: 3,
    createdAt: NOW,
    updatedAt: NOW,
    readers: [],
    consent: { basis: 'other', own_words: 'x', obtained_at: '2026-01-01', source: 'Shop' },
    ...fields,
  };
}
async function stored(_id: string, fields: Partial<SavedList> = {}): Promise<SavedList> {
  const list = listOf(_id, fields);
  await store.insert(list);
  return list;
}
const ids = (lists: readonly SavedList[]) => lists.map(({ _id }) => _id);

/** The lists on which something may go on: `free` is the one on which nothing does. */
const STATES: Record<string, Partial<SavedList>> = {
  free: {},
  edited: { edit: { ...EDIT, id: 'other' } },
  read: { readers: ['other'] },
  building: { status: 'building', build: BUILD },
  preparing: { status: 'preparing' },
  deleting: { status: 'deleting', liveName: undefined },
};

/** The states in which each change is made. */
test.each<[string, string[], (list: SavedList) => Promise<boolean>]>([
  ['change begins', ['free'], (list) => store.beginEdit(list, EDIT, LATER)],
  [
    'deletion begins',
    ['free', 'edited', 'building', 'preparing'],
    ({ _id }) => store.markDeleting(_id, LATER),
  ],
  ['build holds it', ['free', 'read'], ({ _id }) => store.hold(_id, 'reader')],
  ['upload goes on', ['preparing'], ({ _id }) => store.renew(_id, LATER)],
  ['upload ends', ['preparing'], ({ _id }) => store.commit(_id, LATER)],
  ['build has both lists', ['building'], ({ _id }) => store.markHeld(_id)],
  [
    'build goes on',
    ['building'],
    (list) => store.advance({ ...list, build: BUILD }, { stored: 1, after: '2' }, LATER),
  ],
  ['build ends', [], ({ _id }) => store.finishBuild(_id, LATER)],
  ['deletion ends', ['deleting'], ({ _id }) => store.markErased(_id, LATER)],
  ['change ends', [], (list) => store.finishEdit(list, EDIT, LATER)],
])('a %s only where nothing else goes on', async (_, expected, change) => {
  const changed: string[] = [];
  for (const [state, fields] of Object.entries(STATES))
    if (await change(await stored(state, fields))) changed.push(state);
  expect(changed).toEqual(expected);
});

test('a change begins of the list as it was read, and is counted once', async () => {
  const list = await stored('l', { digest: 'd', columns: ['city'] });
  expect(await store.beginEdit({ ...list, version: 2 }, EDIT, LATER)).toBe(false);
  const put = { phone: '2', name: 'bo', fields: { state: 'NY', custom: { pet: 'Rex' } } };
  const edit = { ...EDIT, put, growth: 1 };
  expect(await store.beginEdit(list, edit as never, LATER)).toBe(true);
  expect(await store.find('l')).toMatchObject({ edit: { id: 'e' }, dueAt: LATER, size: 5, version: 3 });
  expect(await store.finishEdit(list, edit as never, LATER)).toBe(true);
  expect(await store.finishEdit(list, edit as never, LATER)).toBe(false);
  const changed = await store.find('l');
  expect(changed).toMatchObject({ size: 6, version: 4, updatedAt: LATER, ownColumns: ['pet'] });
  expect(changed?.columns).toEqual(['city', 'state']);
  for (const field of ['edit', 'dueAt', 'digest']) expect(changed).not.toHaveProperty(field);
});

test('a part of a build is counted once, and the build ends when all is stored', async () => {
  const list = { ...(await stored('l', { status: 'building', build: BUILD, size: 0 })), build: BUILD };
  expect(await store.advance(list, { stored: 2, after: '7' }, LATER)).toBe(true);
  expect(await store.advance(list, { stored: 2, after: '7' }, LATER)).toBe(false);
  const half = { ...list, build: (await store.find('l'))?.build as never };
  expect(await store.finishBuild('l', LATER)).toBe(false);
  expect(await store.advance(half, { stored: 1, after: '9', done: true }, LATER)).toBe(true);
  const done = { ...list, build: (await store.find('l'))?.build as never };
  expect(await store.advance(done, { stored: 1, after: '9' }, LATER)).toBe(false);
  expect(await store.finishBuild('l', LATER)).toBe(true);
  expect(await store.find('l')).toMatchObject({ status: 'ready', readyAt: LATER });
  expect(await store.find('l')).toMatchObject({ status: 'ready', size: 3, reserved: 0, updatedAt: LATER });
  for (const field of ['build', 'dueAt']) expect(await store.find('l')).not.toHaveProperty(field);
});

test('a list is shown to its owner alone, and only while it exists', async () => {
  for (const [state, fields] of Object.entries(STATES)) await stored(state, fields);
  const shown = [];
  for (const state of Object.keys(STATES))
    if ((await store.findOwned('ana', state)) !== undefined) shown.push(state);
  expect(shown).toEqual(['free', 'edited', 'read', 'building']);
  expect(await store.findOwned('bob', 'free')).toBeUndefined();
  await stored('later', { createdAt: LATER });
  await stored('of bob', { userId: 'bob', digest: 'd' });
  expect(ids(await store.ofUser('ana', 2))).toEqual(['later', 'building']);
  expect(ids(await store.ofUser('ana', 10))).not.toContain('deleting');
  expect(ids(await store.ofUser('bob', 10))).toEqual(['of bob']);
  expect(await store.findByDigest('ana', 'd')).toBeUndefined();
  expect((await store.findByDigest('bob', 'd'))?._id).toBe('of bob');
  expect(await store.idsOf('bob', 10)).toEqual(['of bob']);
});

test('id, name and content are taken once for each user', async () => {
  await stored('l', { liveName: 'Spring', digest: 'd' });
  const insert = (_id: string, fields: Partial<SavedList>) => store.insert(listOf(_id, fields));
  expect(await insert('l', {})).toBe(false);
  expect(await insert('m', { liveName: 'Spring' })).toBe(false);
  expect(await insert('m', { digest: 'd' })).toBe(false);
  expect(await insert('m', { userId: 'bob', liveName: 'Spring', digest: 'd' })).toBe(true);
});

test('name and consent of a list are changed by its owner alone, to a name that is free', async () => {
  const list = await stored('l');
  await stored('m');
  expect(await store.describe(list, { name: 'm', updatedAt: LATER })).toBe(false);
  await store.describe({ ...list, userId: 'bob' }, { name: 'taken over', updatedAt: LATER });
  expect(await store.find('l')).toMatchObject({ name: 'l', liveName: 'l', updatedAt: NOW });
  expect(await store.describe(list, { name: 'New', updatedAt: LATER })).toBe(true);
  expect(await store.find('l')).toMatchObject({ name: 'New', liveName: 'New', updatedAt: LATER });
});

test('a deleted list gives its name, content and room away', async () => {
  await stored('l', { digest: 'd', edit: EDIT });
  await store.markDeleting('l', LATER);
  const list = await store.find('l');
  expect(list).toMatchObject({ status: 'deleting', reserved: 0, dueAt: LATER });
  for (const field of ['liveName', 'digest', 'edit']) expect(list).not.toHaveProperty(field);
  await store.remove('l');
  expect(await store.find('l')).toBeUndefined();
  await stored('m');
  await store.remove('m');
  expect(await store.find('m')).toBeDefined();
});

test('a build lets go of the lists of its user that it holds, and of no other hold', async () => {
  await stored('l', { readers: ['b', 'other'] });
  await stored('m', { readers: ['b'], userId: 'bob' });
  await store.release(listOf('b'));
  expect((await store.find('l'))?.readers).toEqual(['other']);
  expect((await store.find('m'))?.readers).toEqual(['b']);
});

test('undone work is claimed by one process once it is due', async () => {
  await stored('l', { dueAt: NOW });
  await stored('later', { dueAt: LATER });
  await stored('done');
  const both = await Promise.all([store.claimDue(NOW, LATER), store.claimDue(NOW, LATER)]);
  expect(both.flatMap((list) => list?._id ?? [])).toEqual(['l']);
});

test('the lists of an account are erased, and those of no other', async () => {
  await stored('l', { digest: 'd' });
  await stored('of bob', { userId: 'bob' });
  const tombstone = listOf('', {
    userId: 'deleted',
    status: 'deleting',
    name: 'deleted',
    liveName: undefined,
  });
  await store.eraseAll('ana', ['l', 'of bob'], tombstone);
  expect(await store.find('l')).toMatchObject({ userId: 'deleted', status: 'deleting', name: 'deleted' });
  expect(await store.find('l')).not.toHaveProperty('liveName');
  expect(await store.find('l')).not.toHaveProperty('digest');
  expect(await store.find('of bob')).toMatchObject({ userId: 'bob', name: 'of bob' });
});

test.each<[string, (erased: SavedList) => Promise<unknown>]>([
  ['takes the id of a cancelled request', (erased) => store.insert(erased)],
  [
    'is left of an erased account',
    async (erased) => {
      await stored('l', { digest: 'd', readyAt: NOW });
      await store.eraseAll('ana', ['l'], erased);
    },
  ],
])('a list that %s is shown to nobody, and goes after an hour', async (_, leave) => {
  await leave(tombstone({ clock: { now: () => NOW } }, 'ben', 'l'));
  const inAnHour = new Date(NOW.getTime() + HOUR_MS);
  expect(await store.insert(listOf('l', { liveName: 'other' }))).toBe(false);
  for (const user of ['ana', 'ben']) {
    expect(await store.findOwned(user, 'l')).toBeUndefined();
    expect(await store.ofUser(user, 10)).toEqual([]);
  }
  expect(await store.findByDigest('ana', 'd')).toBeUndefined();
  expect(await store.claimDue(new Date(inAnHour.getTime() - 1), inAnHour)).toBeUndefined();
  expect(await store.claimDue(inAnHour, inAnHour)).toMatchObject({ status: 'deleting', erased: true });
  await store.remove('l');
  expect(await store.find('l')).toBeUndefined();
});
