import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/time-units.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database/mongo.ts';
import { createCreditEventModel, storedEvents, type StoredEvent } from '../stream/credit-event-store.ts';
import { createCreditHeadModel } from '../stream/credit-head-store.ts';
import type { ClosableLedger } from '../credit-ledger.ts';
import { eventId } from '../events.ts';
import { eventHash } from '../stream/hash.ts';
import { adjustBy, campaign, grantOf, refundOf } from '../testing/given.ts';
import { auditOf, createLedgerIndexes, testLedger } from '../testing/test-ledger.ts';
import { createAuditStore } from './audit-store.ts';
import type { AuditSource, ExpectedEvent } from './audit-source.ts';

const { hold, deduct, release } = campaign('c1');
const HISTORY = [
  grantOf('launch'),
  hold(405),
  deduct(3),
  refundOf(-500),
  adjustBy(250),
  release('rest'),
  campaign('c2').hold(1),
];

let database: TestDatabase;
let ledger: ClosableLedger;
let streamId: string;

beforeAll(async () => {
  database = await testDatabase();
  await createLedgerIndexes(database.connection);
});
afterAll(() => database.stop());

beforeEach(async () => {
  streamId = newId();
  ledger = testLedger(database.connection);
  await ledger.execute(streamId, { ...grantOf('launch', 0), key: 'grant:invoice:earlier' });
  for (const command of HISTORY) expect(await ledger.execute(streamId, command)).toMatchObject({ ok: true });
  await ledger.close();
});

const LAST = HISTORY.length + 1;
const events = () => storedEvents(createCreditEventModel(database.connection));
const idOf = (version: number) => eventId(streamId, version);
const storedEvent = async (version: number): Promise<StoredEvent> => {
  const event = await events().findOne({ _id: idOf(version) });
  if (event === null) throw new Error(`No version ${String(version)}`);
  return event;
};
const audit = (sources?: AuditSource[]) => auditOf(database.connection, streamId, sources);

test('an unaltered stream has no findings', async () => {
  expect(await audit()).toEqual({ streamId, events: LAST, differences: [], inProgress: [] });
});

describe('tampering', () => {
  /** Returns the path of every field of a document, down to the leaves, with a changed value. */
  function alterations(value: unknown, path: string): [string, unknown][] {
    if (value instanceof Date) return [[path, new Date(value.getTime() + 1)]];
    if (typeof value === 'number') return [[path, value + 1]];
    if (typeof value === 'string') return [[path, value === '' ? 'x' : `${value}x`]];
    if (typeof value === 'boolean') return [[path, !value]];
    if (value === null) return [[path, 0]];
    if (Array.isArray(value)) {
      return [
        [path, [...(value as unknown[]), 1]],
        ...value.flatMap((item, n) => alterations(item, `${path}.${String(n)}`)),
      ];
    }
    if (typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([name, field]) =>
      alterations(field, path === '' ? name : `${path}.${name}`),
    );
  }

  test('a change of any field of any event is found at its version', async () => {
    const documents = await events().find({ streamId }).sort({ _id: 1 }).toArray();
    for (const document of documents) {
      for (const [field, value] of alterations(document, '').filter(([name]) => name !== '_id')) {
        await events().updateOne({ _id: document._id }, { $set: { [field]: value } });
        const { differences } = await audit();
        expect(differences[0], `${document.key} ${field}`).toMatchObject({
          version: document.version,
          kind: 'altered',
        });
        await events().replaceOne({ _id: document._id }, document);
      }
    }
    expect((await audit()).differences).toEqual([]);
  });

  test('a removed or added field is found', async () => {
    const document = await storedEvent(2);
    for (const field of Object.keys(document).filter((name) => name !== '_id')) {
      await events().updateOne({ _id: idOf(2) }, { $unset: { [field]: 1 } });
      expect((await audit()).differences[0], field).toMatchObject({ version: 2, kind: 'altered' });
      await events().replaceOne({ _id: idOf(2) }, document);
    }
    await events().updateOne({ _id: idOf(2) }, { $set: { note: 'mine' } });
    expect((await audit()).differences[0]).toMatchObject({ version: 2, kind: 'altered' });
  });

  test('a change with a recomputed hash is found by the hash chain', async () => {
    const forged = { ...(await storedEvent(4)), at: new Date(0) };
    await events().updateOne({ _id: idOf(4) }, { $set: { at: forged.at, hash: eventHash(forged) } });
    expect((await audit()).differences[0]).toMatchObject({ version: 4, kind: 'altered' });
  });

  test('a change of the last event with a recomputed hash is found by the checkpoint', async () => {
    const forged = { ...(await storedEvent(LAST)), key: 'hold:c2:1:9' };
    await events().updateOne({ _id: idOf(LAST) }, { $set: { key: forged.key, hash: eventHash(forged) } });
    expect((await audit()).differences).toMatchObject([{ version: LAST, kind: 'altered' }]);
  });

  test.each([1, 3, LAST])('the removal of version %i is found', async (version) => {
    await events().deleteOne({ _id: idOf(version) });
    expect((await audit()).differences).toMatchObject([{ version, kind: 'removed' }]);
  });

  test('the removal of a whole stream is found, and the stream is still listed', async () => {
    await events().deleteMany({ streamId });
    expect((await audit()).differences).toMatchObject([{ version: 1, kind: 'removed' }]);
    const store = createAuditStore(
      createCreditEventModel(database.connection),
      createCreditHeadModel(database.connection),
    );
    const known: string[] = [];
    for await (const id of store.streams()) known.push(id);
    expect(known).toContain(streamId);
  });

  test('an inserted event outside the stream’s ids is found', async () => {
    await events().insertOne({ _id: 'mine', streamId, version: LAST + 1, key: 'grant:gift' });
    expect((await audit()).differences).toMatchObject([{ key: 'grant:gift', kind: 'inserted' }]);
  });

  test('an event inserted at the end is found', async () => {
    const gift = { ...(await storedEvent(LAST)), _id: idOf(LAST + 1), version: LAST + 1, key: 'grant:gift' };
    await events().insertOne(gift);
    expect((await audit()).differences).toMatchObject([{ version: LAST + 1, kind: 'altered' }]);
  });

  test('an altered event is still found after a later one was appended', async () => {
    await events().updateOne({ _id: idOf(LAST) }, { $set: { 'balance.available': 1_000_000 } });
    await testLedger(database.connection).execute(streamId, adjustBy(1, 'adjust:later'));
    expect((await audit()).differences).toMatchObject([{ version: LAST, kind: 'altered' }]);
  });
});

describe('causes', () => {
  const invoices = (...expected: ExpectedEvent[]): AuditSource => ({
    name: 'invoices',
    explains: (key) => key.startsWith('grant:'),
    async *expectedEvents() {
      yield* await Promise.resolve(expected);
    },
    causing: () => Promise.resolve(new Set(expected.map(({ key }) => key))),
  });
  const earlier = { key: 'grant:invoice:earlier', cause: 'invoice earlier', due: true };
  const first = { key: 'grant:invoice:in_1', cause: 'invoice in_1', due: true, amount: 20_000 };

  test('records that match the events give no findings', async () => {
    expect(await audit([invoices(earlier, first)])).toMatchObject({ differences: [], inProgress: [] });
  });

  test('a record without its event is reported, and an unfinished one is in progress', async () => {
    const lost = { key: 'grant:invoice:lost', cause: 'invoice lost', due: true };
    const open = { key: 'grant:invoice:open', cause: 'invoice open', due: false };
    const { differences, inProgress } = await audit([invoices(earlier, first, lost, open)]);
    expect(differences).toMatchObject([{ kind: 'missing', key: 'grant:invoice:lost' }]);
    expect(inProgress).toEqual(['invoice open: grant:invoice:open is not there yet']);
  });

  test('a record that has been open for more than an hour is reported as missing its event', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    const fresh = { key: 'grant:invoice:fresh', cause: 'invoice fresh', due: false, since: minutesAgo(59) };
    const stuck = { key: 'grant:invoice:stuck', cause: 'invoice stuck', due: false, since: minutesAgo(61) };
    const { differences, inProgress } = await audit([invoices(earlier, first, fresh, stuck)]);
    expect(differences).toMatchObject([{ kind: 'missing', key: 'grant:invoice:stuck' }]);
    expect(differences[0]?.text).toBe(
      `is missing: invoice stuck, unfinished since ${stuck.since.toISOString()}, calls for it`,
    );
    expect(inProgress).toEqual(['invoice fresh: grant:invoice:fresh is not there yet']);
  });

  test('an event without a record is reported', async () => {
    const { differences } = await audit([invoices(earlier)]);
    expect(differences).toMatchObject([{ kind: 'uncaused', version: 2, key: 'grant:invoice:in_1' }]);
  });

  test('a record with another amount is reported', async () => {
    const { differences } = await audit([invoices(earlier, { ...first, amount: 60_000 })]);
    expect(differences).toMatchObject([{ kind: 'figures', version: 2 }]);
  });
});

test.each([
  ['fewer calls than it needs', 2],
  ['more calls than it needs', 0],
])('a campaign that holds %s is reported, unless it is being changed', async (_what, calls) => {
  const campaigns = (due: boolean): AuditSource => ({
    name: 'campaigns',
    explains: () => false,
    causing: () => Promise.resolve(new Set()),
    async *expectedEvents() {
      // This source compares holds only.
    },
    async *expectedHolds() {
      yield await Promise.resolve({ campaignId: 'c2', cause: 'campaign "c2"', due, calls });
    },
  });
  expect((await audit([campaigns(true)])).differences).toMatchObject([
    { kind: 'figures', text: `holds 1 calls for campaign "c2", which needs ${String(calls)}` },
  ]);
  expect((await audit([campaigns(false)])).differences).toEqual([]);
});

test('a problem that support must resolve is reported', async () => {
  const invoices: AuditSource = {
    name: 'invoices',
    explains: () => false,
    causing: () => Promise.resolve(new Set()),
    async *expectedEvents() {
      // None is missing.
    },
    async *troubles() {
      yield await Promise.resolve('the refund of invoice in_1 has failed');
    },
  };
  expect((await audit([invoices])).differences).toMatchObject([
    { kind: 'trouble', text: 'the refund of invoice in_1 has failed' },
  ]);
});

test('a stream that advances while it is read gives no false alarm', async () => {
  let written = 0;
  const settlements: AuditSource = {
    name: 'settlements',
    explains: (key) => key.startsWith('adjust:live-'),
    async *expectedEvents() {
      // Appends events between the reading of the stream and of the records.
      written += 1;
      if (written < 4) await ledger.execute(streamId, adjustBy(1, `adjust:live-${String(written)}`));
      const done = Array.from({ length: Math.min(written, 3) }, (_, n) => `adjust:live-${String(n + 1)}`);
      yield* done.map((key) => ({ key, cause: `settlement ${key}`, due: true }));
    },
    causing: (_streamId, keys) => Promise.resolve(new Set(keys)),
  };
  expect((await audit([settlements])).differences).toEqual([]);
});
