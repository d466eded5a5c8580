import type { Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, writeConcernOf } from '#server/app/database/database.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { composeTestFeatures } from '#server/testing/system/test-features.ts';
import { campaign, grantOf } from '#server/features/credits/testing/given.ts';

const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

let database: TestDatabase;
let connection: Connection;
/** The write concern of each write, as sent to the server. */
let written: { command: string; collection: string; writeConcern: unknown }[];

beforeAll(async () => {
  database = await testDatabase();
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  connection = await connectDatabase(uri.href);
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (!WRITES.includes(commandName)) return;
    const { writeConcern } = command as { writeConcern?: unknown };
    written.push({ command: commandName, collection: String(command[commandName]), writeConcern });
  });
});
afterAll(async () => {
  await connection.close();
  await database.stop();
});

test('every kind of ledger write requests a journaled acknowledgement, of a majority where there is a replica set', async () => {
  written = [];
  const streamId = newId();
  const { credits } = composeTestFeatures(connection);
  const { hold, deduct, release } = campaign('c1');
  await credits.ledger.execute(streamId, grantOf('launch'));
  await Promise.all(
    [hold(1), deduct(1), release('rest')].map((command) => credits.ledger.execute(streamId, command)),
  );
  await credits.adjust({ id: newId(), streamId, amount: -5, reason: 'test', by: 'support' });
  await credits.close();

  const hello = await connection.getClient().db('admin').command({ hello: 1 });
  const durable = { w: writeConcernOf(hello).w, j: true };
  expect(
    written.filter(({ writeConcern }) => JSON.stringify(writeConcern) !== JSON.stringify(durable)),
  ).toEqual([]);
  expect([...new Set(written.map(({ command, collection }) => `${command} ${collection}`))].sort()).toEqual([
    'findAndModify credit_adjustments',
    'insert credit_events',
    'update credit_adjustments',
    'update credit_heads',
  ]);
});
