import mongoose, { type Connection } from 'mongoose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CreditLedger } from '#server/features/credits/api.ts';
import { campaign, grantOf } from '#server/features/credits/testing/given.ts';
import { createLedgerIndexes, testLedger } from '#server/features/credits/testing/test-ledger.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { examinedBy, recordCommands } from '#server/testing/database/query-plans.ts';

const CALLS = 300;
/** A grant, a hold and a deduction for each call but the last. */
const EVENTS = CALLS + 1;
const STREAM = 'long';
const { hold, deduct } = campaign('c1');

let database: TestDatabase;
/** The connection of a process that has read nothing yet. */
let connection: Connection;
let ledger: CreditLedger;
let recorder: ReturnType<typeof recordCommands>;

beforeAll(async () => {
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
  const earlier = testLedger(database.connection);
  await earlier.execute(STREAM, grantOf('launch'));
  await earlier.execute(STREAM, hold(CALLS, 1));
  for (let n = 1; n < CALLS; n += 1) await earlier.execute(STREAM, deduct(1, n));
  await earlier.close();
  const uri = new URL(database.uri);
  uri.searchParams.set('monitorCommands', 'true');
  connection = await mongoose.createConnection(uri.href).asPromise();
  recorder = recordCommands(connection);
  ledger = testLedger(connection);
});
afterAll(async () => {
  await connection.close();
  await database.stop();
});

/** Returns how many documents each query since the last call examined. */
async function documentsRead(): Promise<number[]> {
  const sent = recorder.take().filter(({ body }) => 'find' in body && body['find'] === 'credit_events');
  const examined = await Promise.all(sent.map((command) => examinedBy(connection, command)));
  recorder.take();
  return examined.map(({ documents }) => documents);
}

test('the first balance and quote of a new process read one event of a long stream', async () => {
  expect(await ledger.balance(STREAM)).toMatchObject({ version: EVENTS });
  expect(await documentsRead()).toEqual([1]);
  expect(await ledger.quote(STREAM, 1)).toBeDefined();
  expect(await documentsRead()).toEqual([1]);
});

test('its first command reads the head and the last event of the campaign, and its next one nothing', async () => {
  const first = await ledger.execute(STREAM, deduct(1, CALLS));
  expect(first).toMatchObject({ ok: true, event: { version: EVENTS + 1 } });
  expect(await documentsRead()).toEqual([1, 1]);
  expect(await ledger.execute(STREAM, hold(1, 2))).toMatchObject({ ok: true });
  expect(await documentsRead()).toEqual([]);
});
