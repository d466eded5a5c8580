import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createListContactModel, ListContactStore, type ListContactModel } from './list-contact-store.ts';

let database: TestDatabase;
let model: ListContactModel;
let store: ListContactStore;
beforeAll(async () => {
  database = await testDatabase();
  model = createListContactModel(database.connection);
  store = new ListContactStore(model);
});
afterAll(() => database.stop());
beforeEach(() => model.deleteMany({}));

const NOW = new Date('2026-11-20T09:30:00Z');
const contact = (phone: string, name = phone) => ({ phone, name, fields: { first_name: name } });
const phones = (contacts: readonly { phone: string }[]) => contacts.map(({ phone }) => phone);
const all = async (listId: string) => phones(await store.after(listId, '', 100));

test('a late write of an earlier version changes nothing', async () => {
  await store.insert('l', [contact('1'), contact('2')]);
  await store.put('l', contact('1', 'new'), 3, 'third');
  await store.put('l', contact('1', 'late'), 2, 'second');
  await store.put('l', contact('1', 'late'), 3, 'again');
  await store.remove('l', ['1'], 3, NOW);
  expect(await store.find('l', '1')).toMatchObject({ name: 'new', edit: 'third' });

  await store.remove('l', ['2'], 4, NOW);
  await store.put('l', contact('2', 'late'), 4, 'late');
  await store.insert('l', [contact('2', 'late')]);
  expect(await store.find('l', '2')).toBeUndefined();
  await store.put('l', contact('2', 'back'), 5, 'fifth');
  expect(await store.find('l', '2')).toMatchObject({ name: 'back', edit: 'fifth' });
  expect(await all('l')).toEqual(['1', '2']);
});

test('a removed contact leaves no data, and the contacts of other lists stay', async () => {
  await store.insert('l', [contact('1'), contact('2')]);
  await store.insert('m', [contact('1')]);
  await store.remove('l', ['1'], 2, NOW);
  expect(await model.findById('l:1').lean()).toEqual({ _id: 'l:1', v: 2, removedAt: NOW });
  expect([await all('l'), await all('m')]).toEqual([['2'], ['1']]);
  expect([...(await store.among('l', ['1', '2', '3']))]).toEqual(['2']);
  expect(await store.find('m', '2')).toBeUndefined();
  expect(await store.erase('l', 10)).toBe(2);
  expect([await all('l'), await all('m')]).toEqual([[], ['1']]);
});

test('pages by number and by name go on after the last contact, also among equal names', async () => {
  await store.insert('l', [
    contact('21', 'bo'),
    contact('12', 'ana'),
    contact('11', 'ana'),
    contact('22', 'anton'),
  ]);
  await store.insert('m', [contact('13', 'ana')]);
  expect([await all('l'), phones(await store.after('l', '12', 1))]).toEqual([
    ['11', '12', '21', '22'],
    ['21'],
  ]);
  expect(phones(await store.withNumber('l', '1', '', 10))).toEqual(['11', '12']);
  expect(phones(await store.withNumber('l', '1', '11', 10))).toEqual(['12']);
  expect(phones(await store.withName('l', 'an', undefined, 2))).toEqual(['11', '12']);
  expect(phones(await store.withName('l', 'an', { name: 'ana', phone: '11' }, 10))).toEqual(['12', '22']);
  expect(phones(await store.withName('l', '', undefined, 10))).toEqual(['11', '12', '22', '21']);
  const batches: string[][] = [];
  for await (const batch of store.stream('l', 2)) batches.push(phones(batch));
  expect(batches).toEqual([
    ['11', '12'],
    ['21', '22'],
  ]);
});
