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
