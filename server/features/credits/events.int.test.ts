import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCreditEventModel, storedEvents } from './stream/credit-event-store.ts';
import { readEvent, eventId } from '#server/features/credits/events.ts';
import { eventHash } from './stream/hash.ts';
import { campaign } from '#server/features/credits/testing/given.ts';
import { auditOf, createLedgerIndexes, testLedger } from '#server/features/credits/testing/test-ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
});
afterAll(() => database.stop());

/** Returns a grant in schema version 1: a balance without debt. */
function grantOfVersion1(streamId: string) {
  const period = { id: 'p1', start: new Date('2026-01-01T00:00:00Z') };
  const content = {
    _id: eventId(streamId, 1),
    schemaVersion: 1,
    streamId,
    version: 1,
    key: 'grant:invoice:in_1',
    requestHash: '0'.repeat(64),
    at: new Date('2026-01-01T00:00:05Z'),
    type: 'grant',
    amount: 20_000,
    plan: 'launch',
    source: { kind: 'invoice', id: 'in_1' },
    opens: period,
    balance: { available: 20_000, held: 0 },
    period: { ...period, plan: 'launch', reserved: 0, used: 0 },
    previousHash: '',
  };
  return { ...content, hash: eventHash(content) };
}

test('an event of an older schema is read, extended, replayed and audited', async () => {
  const streamId = newId();
  const old = grantOfVersion1(streamId);
  await storedEvents(createCreditEventModel(database.connection)).insertOne(old);

  const ledger = testLedger(database.connection);
  expect(await ledger.balance(streamId)).toMatchObject({ available: 20_000, debt: 0 });
  expect(await ledger.execute(streamId, campaign('c1').hold(2))).toMatchObject({
    ok: true,
    event: { version: 2, amount: 100 },
  });
  expect(await auditOf(database.connection, streamId)).toMatchObject({ events: 2, differences: [] });

  const stored = await storedEvents(createCreditEventModel(database.connection)).findOne({ _id: old._id });
  expect(stored).toEqual(old);
});

test('an event of an unknown schema version is rejected', () => {
  expect(() => readEvent({ ...grantOfVersion1('s'), schemaVersion: 3 })).toThrow(/schemaVersion/);
  expect(() => readEvent({ ...grantOfVersion1('s'), schemaVersion: 0 })).toThrow(/schemaVersion/);
});
