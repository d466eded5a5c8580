import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.stop());

const ask = (command: object) => database.connection.getClient().db('admin').command(command);

test.each(['endSessions', 'killSessions', 'killAllSessions', 'killAllSessionsByPattern'])(
  '%s, which mongosh and Compass send when they close, does not take the engine along',
  async (command) => {
    expect(await ask({ [command]: [] })).toEqual({ ok: 1 });
    expect(await ask({ ping: 1 })).toMatchObject({ ok: 1 });
  },
);

test('a session is refused', async () => {
  await expect(ask({ startSession: 1 })).rejects.toMatchObject({
    code: 115,
    codeName: 'CommandNotSupported',
  });
  expect(await ask({ ping: 1 })).toMatchObject({ ok: 1 });
});
