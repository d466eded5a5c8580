import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from './mongo.ts';

let ours: TestDatabase;
let theirs: TestDatabase;
beforeAll(async () => {
  [ours, theirs] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(async () => {
  await Promise.all([ours.stop(), theirs.stop()]);
});

test('each test database is empty and isolated', async () => {
  await ours.connection.collection('notes').insertOne({ text: 'ours' });
  expect(await ours.connection.collection('notes').countDocuments()).toBe(1);
  expect(await theirs.connection.collection('notes').countDocuments()).toBe(0);
});

test('a unique index rejects a second document', async () => {
  const notes = ours.connection.collection<{ key: number }>('keyed');
  await notes.createIndex({ key: 1 }, { unique: true }, {});
  await notes.insertOne({ key: 1 });
  await expect(notes.insertOne({ key: 1 })).rejects.toMatchObject({ code: 11000 });
});
