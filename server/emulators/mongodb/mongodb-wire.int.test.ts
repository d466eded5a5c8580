import { mongo } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

const runCommand = (command: object) => database.connection.getClient().db('admin').command(command);

test.each(['endSessions', 'killSessions', 'killAllSessions', 'killAllSessionsByPattern'])(
  '%s, which mongosh and Compass send on exit, does not crash the engine',
  async (command) => {
    expect(await runCommand({ [command]: [] })).toEqual({ ok: 1 });
    expect(await runCommand({ ping: 1 })).toMatchObject({ ok: 1 });
  },
);

test('startSession is rejected', async () => {
  await expect(runCommand({ startSession: 1 })).rejects.toMatchObject({
    code: 115,
    codeName: 'CommandNotSupported',
  });
  expect(await runCommand({ ping: 1 })).toMatchObject({ ok: 1 });
});

test('a lock holds back any number of writes, and reads and the command that unlocks go on', async () => {
  const client = new mongo.MongoClient(database.uri, { maxPoolSize: 300 });
  const writer = await client.connect();
  const numbers = writer.db('locked').collection<{ _id: number }>('numbers');
  await numbers.insertOne({ _id: -1 });
  for (let round = 0; round < 2; round += 1) {
    const writes: Promise<unknown>[] = [];
    const begin = (count: number) => {
      for (let n = 0; n < count; n += 1)
        writes.push(numbers.insertOne({ _id: writes.length + round * 1_000 }));
    };
    begin(100);
    expect(await runCommand({ fsync: 1, lock: true })).toMatchObject({ ok: 1 });
    const before = await numbers.countDocuments();
    begin(100);
    expect(await numbers.find({ _id: -1 }).toArray()).toHaveLength(1);
    expect(await numbers.countDocuments()).toBe(before);
    expect(await runCommand({ fsyncUnlock: 1 })).toMatchObject({ ok: 1 });
    await Promise.all(writes);
    expect(await numbers.countDocuments()).toBe(1 + (round + 1) * 200);
  }
  await expect(runCommand({ fsyncUnlock: 1 })).rejects.toMatchObject({ code: 20 });
  await client.close();
});

test('a read of a tailable cursor waits for the next document, or until its time is over', async () => {
  const client = await new mongo.MongoClient(database.uri).connect();
  const db = client.db('awaited');
  await db.createCollection('notes', { capped: true, size: 4_096 });
  const notes = db.collection<{ n: number }>('notes');
  await notes.insertOne({ n: 1 });
  const follow = async (maxAwaitTimeMS: number) => {
    const cursor = notes.find({}, { tailable: true, awaitData: true, maxAwaitTimeMS });
    expect(await cursor.tryNext()).toMatchObject({ n: 1 });
    return cursor;
  };
  const patient = await follow(20_000);
  const next = patient.tryNext();
  const short = await follow(50);
  expect(await short.tryNext()).toBeNull();
  await database.connection.getClient().db('awaited').collection('notes').insertOne({ n: 2 });
  expect(await next).toMatchObject({ n: 2 });
  expect(await short.tryNext()).toMatchObject({ n: 2 });
  await client.close();
});
